import { createHash } from 'node:crypto';
import { type QueryConfig, types } from 'pg';
import { createRecent } from '../engine/recent.ts';
import { type Statement, statementsMax, textOf } from '../engine/statement.ts';

/** Gives a statement as pg wants it; each template is prepared once on each connection. */
export function preparer(): (statement: Statement) => QueryConfig {
  const known = createRecent<TemplateStringsArray, { name: string; text: string }>(statementsMax);
  return (statement) => {
    const { strings, values } = statement;
    let prepared = known.get(strings);
    if (!prepared) {
      prepared = named(textOf(statement, (index) => `$${index}`));
      known.set(strings, prepared);
    }
    return { ...prepared, values, types: exact };
  };
}

/**
 * Gives a statement as one that is planned for its very values, where one plan is not good for all: a word may be that
 * of every plant, or of none.
 */
export const planned = (statement: Statement): QueryConfig => ({
  text: textOf(statement, (index) => `$${index}`),
  values: statement.values,
  types: exact,
});

/**
 * A name that only this text has: processes of several versions may come to share a connection of the server, by way of
 * a pooler. PostgreSQL cuts names off after 63 bytes.
 */
const named = (text: string) => ({
  name: `plant-store-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`,
  text,
});

const bigintOid = 20;
/** As pg reads what PostgreSQL answers, but for int64, which pg gives as text. */
const exact = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    oid === bigintOid ? BigInt : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
};
