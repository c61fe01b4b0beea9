import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type QueryConfig, types } from 'pg';
import { type Statement, statementsMax, textOf } from '../../core/sql.ts';

/** Converts statements for pg; each template is prepared once per connection, but not if a pooler is `isPooled`. */
export function createPreparer(isPooled = false): (statement: Statement) => QueryConfig {
  if (isPooled) return unprepared;
  const known = new LRUCache<TemplateStringsArray, { name: string; text: string }>({ max: statementsMax });
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

/** A statement that PostgreSQL plans for its values, as a word may be in every row or in none. */
export const unprepared = (statement: Statement): QueryConfig => ({
  text: textOf(statement, (index) => `$${index}`),
  values: statement.values,
  types: exact,
});

/** A name that only this text has: a pooler may mix processes of several versions. PostgreSQL cuts it at 63 bytes. */
const named = (text: string) => ({
  name: `plant-store-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`,
  text,
});

const bigintOid = 20;
const exact = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    oid === bigintOid ? BigInt : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
};
