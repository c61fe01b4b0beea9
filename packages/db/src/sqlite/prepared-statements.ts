import type SqliteConnection from 'better-sqlite3';
import { createRecent } from '../engine/recent.ts';
import { type Statement, statementsMax, textOf, type Value } from '../engine/statement.ts';

/**
 * Where a value goes. SQLite looks at the values of some comparisons and limits to plan a statement, and plans it anew
 * for each new one, which took half the time of adding a plant; it does not look behind a plus, which changes nothing,
 * not even a text.
 */
const place = '+?';

/** Runs statements on a connection, at once; each template is prepared when it is met, unless it was lately. */
export function preparer(connection: SqliteConnection.Database): (statement: Statement) => unknown[] {
  const known = createRecent<TemplateStringsArray, SqliteConnection.Statement>(statementsMax);
  return (statement) => {
    let prepared = known.get(statement.strings);
    if (!prepared) {
      prepared = connection.prepare(textOf(statement, () => place)).safeIntegers(true);
      known.set(statement.strings, prepared);
    }
    const values = statement.values.map(stored);
    if (prepared.reader) return prepared.all(values);
    prepared.run(values);
    return [];
  };
}

/** A value as Prisma's adapter stores it. */
const stored = (value: Value) => (value instanceof Date ? value.toISOString().replace('Z', '+00:00') : value);
