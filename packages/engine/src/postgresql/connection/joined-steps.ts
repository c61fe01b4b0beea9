import { compose, raw, type Statement } from '../../core/sql.ts';

/** A statement that needs no transaction of its own, and the event of a write. */
export type Step = { statement: Statement; event?: object };

/**
 * Joins steps of one template to one statement, which is a single round trip and commit. Each row has the place of its step as
 * `step`. @param recordAfter records an event if the given rows have one
 */
export function createJoin(recordAfter: (written: Statement, event: object) => Statement) {
  /** The texts by the number of steps. */
  const known = new WeakMap<TemplateStringsArray, TemplateStringsArray[]>();
  const any = raw('"any"');

  function join(steps: Step[]): Statement {
    const parts = steps.map(({ statement, event }, place) => {
      const written = raw(`"written${place}"`);
      const recorded = event
        ? compose`, ${raw(`"recorded${place}"`)} AS (${recordAfter(written, event)})`
        : raw('');
      const isFirst = event && place === 0;
      return {
        within: compose`${written} AS (${statement})${recorded}`,
        rows: compose`SELECT ${raw(String(place))} AS "step", * FROM ${written}${raw(isFirst ? lockLimit : '')}`,
      };
    });
    const within = parts.map((part) => part.within).reduce((all, one) => compose`${all}, ${one}`);
    const rows = parts.map((part) => part.rows).reduce((all, one) => compose`${all} UNION ALL ${one}`);
    return compose`WITH ${within} ${rows}`;
  }

  return (steps: [Step, ...Step[]]): Statement => {
    const [{ statement: first }] = steps;
    const texts = known.get(first.strings) ?? [];
    known.set(first.strings, texts);
    const strings = texts[steps.length] ?? join(steps).strings;
    texts[steps.length] = strings;
    const valuesOf = ({ statement, event }: Step) => [
      ...statement.values,
      ...(event ? recordAfter(any, event).values : []),
    ];
    return { strings, values: steps.flatMap(valuesOf) };
  };
}

/**
 * A step that waits for a lock, as for the id of an import, must not hold up others: those of its statement, or those that
 * wait for its connection. PostgreSQL runs the first part of a UNION first, and in it this One-Time Filter before the write.
 * The manual promises no such order; at-once.test.ts expects it.
 */
const lockLimit = ` WHERE (SELECT set_config('lock_timeout', '200', true)) IS NOT NULL`;
