import type SqliteConnection from 'better-sqlite3';
import { createRecent } from '../engine/recent.ts';
import { type Statement, statementsMax, textOf } from '../engine/statement.ts';

/** A statement as SQLite takes it: its text, with a `?` for each value. It can be sent to another thread. */
export type Query = { sql: string; args: unknown[] };

/** How the rows of a statement are wanted: as objects, as arrays beside their columns, or only how many it changed. */
export type Shape = 'rows' | 'table' | 'count';
export type Table = { columns: { name: string; type: string | null }[]; rows: unknown[][] };

/**
 * Where a value goes. SQLite looks at the values of some comparisons and limits to plan a statement, and plans it anew
 * for each new one, which took half the time of adding a plant; it does not look behind a plus, which changes nothing,
 * not even a text.
 */
const place = '+?';

/** The texts of templates, each put together once. */
const texts = new WeakMap<TemplateStringsArray, string>();

/** A statement of ours as SQLite takes it. */
export function queryOf(statement: Statement): Query {
  let sql = texts.get(statement.strings);
  if (sql === undefined) {
    sql = textOf(statement, () => place);
    texts.set(statement.strings, sql);
  }
  return { sql, args: statement.values };
}

/** Runs queries on a connection, at once; each text is prepared when it is met, unless it was lately. */
export function runner(connection: SqliteConnection.Database) {
  const known = createRecent<string, SqliteConnection.Statement>(statementsMax);
  function prepare(sql: string): SqliteConnection.Statement {
    let prepared = known.get(sql);
    if (!prepared) {
      prepared = connection.prepare(sql).safeIntegers(true);
      known.set(sql, prepared);
    }
    return prepared;
  }

  const run: Record<Shape, (prepared: SqliteConnection.Statement, args: unknown[]) => unknown> = {
    rows: (prepared, args) => {
      if (prepared.reader) return prepared.all(args);
      prepared.run(args);
      return [];
    },
    table: (prepared, args): Table => {
      if (!prepared.reader) {
        prepared.run(args);
        return { columns: [], rows: [] };
      }
      try {
        const rows = prepared.raw(true).all(args) as unknown[][];
        return { columns: prepared.columns().map(({ name, type }) => ({ name, type })), rows };
      } finally {
        prepared.raw(false);
      }
    },
    count: (prepared, args) => (prepared.reader ? prepared.all(args).length : prepared.run(args).changes),
  };
  return {
    run: ({ sql, args }: Query, shape: Shape = 'rows') => run[shape](prepare(sql), args),
    /** Whether a statement changes nothing. */
    isRead: (sql: string) => prepare(sql).readonly,
  };
}

/** Runs statements on a connection, at once. */
export function preparer(connection: SqliteConnection.Database): (statement: Statement) => unknown[] {
  const { run } = runner(connection);
  return (statement) => run(queryOf(statement)) as unknown[];
}
