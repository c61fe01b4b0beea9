import type { QueryConfig } from 'pg';
import { compose, raw, type Statement } from '../../core/sql.ts';
import type { Step } from '../../core/unit-of-work.ts';

/** What steps of one form have in common: the texts of statements with one of them, with two, and so on. */
type Form = { texts: TemplateStringsArray[]; longer: WeakMap<TemplateStringsArray, Form> };

const newForm = (): Form => ({ texts: [], longer: new WeakMap() });

/**
 * Joins steps of one form to one statement, which is a single round trip and commit. Each row has the place of its step as
 * `step`. @param recordAfter records an event if the given rows have one; without it the steps are reads
 */
export function createJoin(
  prepare: (statement: Statement) => QueryConfig,
  recordAfter?: (written: Statement, event: object) => Statement,
) {
  const none = newForm();
  const any = raw('"any"');

  /** What follows the statement of a step, for its rows. */
  const followers = ({ also, event }: Step, written: Statement) => [
    ...(also?.(written) ?? []),
    ...(event && recordAfter ? [recordAfter(written, event)] : []),
  ];

  function joined(steps: Step[]): Statement {
    const parts = steps.map((step, place) => {
      const written = raw(`"written${place}"`);
      const within = followers(step, written).reduce(
        (all, one, index) => compose`${all}, ${raw(`"after${place}_${index}"`)} AS (${one})`,
        compose`${written} AS (${step.statement})`,
      );
      const limit = raw(recordAfter && place === 0 ? lockLimit : '');
      return { within, rows: compose`SELECT ${raw(String(place))} AS "step", * FROM ${written}${limit}` };
    });
    const within = parts.map((part) => part.within).reduce((all, one) => compose`${all}, ${one}`);
    const rows = parts.map((part) => part.rows).reduce((all, one) => compose`${all} UNION ALL ${one}`);
    return compose`WITH ${within} ${rows}`;
  }

  const partsOf = (step: Step) => [step.statement, ...followers(step, any)];

  const formOf = (step: Step): Form =>
    partsOf(step).reduce((form, { strings }) => {
      const longer = form.longer.get(strings) ?? newForm();
      form.longer.set(strings, longer);
      return longer;
    }, none);

  return {
    formOf,
    join(steps: Step[]): QueryConfig {
      const { texts } = formOf(steps[0] as Step);
      const strings = texts[steps.length] ?? joined(steps).strings;
      texts[steps.length] = strings;
      return prepare({ strings, values: steps.flatMap(partsOf).flatMap(({ values }) => values) });
    },
  };
}

/**
 * A step that waits for a lock, as for the id of an import, must not hold up others: those of its statement, or those that
 * wait for its connection. PostgreSQL runs the first part of a UNION first, and in it this One-Time Filter before the write.
 * The manual promises no such order; at-once.test.ts expects it.
 */
const lockLimit = ` WHERE (SELECT set_config('lock_timeout', '200', true)) IS NOT NULL`;
