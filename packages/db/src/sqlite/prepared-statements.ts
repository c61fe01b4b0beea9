import type SqliteConnection from 'better-sqlite3';
import { type Statement, textOf, type Value } from '../engine/statement.ts';

/** Runs statements on a connection, at once; each template is prepared when it is first met. */
export function preparer(connection: SqliteConnection.Database): (statement: Statement) => unknown[] {
  const known = new Map<TemplateStringsArray, SqliteConnection.Statement>();
  return (statement) => {
    let prepared = known.get(statement.strings);
    if (!prepared) {
      prepared = connection.prepare(textOf(statement, () => '?')).safeIntegers(true);
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
