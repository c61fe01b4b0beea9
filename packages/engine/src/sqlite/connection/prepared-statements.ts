import type SqliteConnection from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { type Statement, statementsMax, textOf } from '../../core/sql.ts';

export type Query = { sql: string; args: unknown[] };

export type Shape = 'rows' | 'table' | 'count';
export type ResultTable = { columns: { name: string; type: string | null }[]; rows: unknown[][] };

/** SQLite would plan some statements again for each value, half the time of a small write. The plus prevents that. */
const placeholder = '+?';

const texts = new WeakMap<TemplateStringsArray, string>();

export function queryOf(statement: Statement): Query {
  let sql = texts.get(statement.strings);
  if (sql === undefined) {
    sql = textOf(statement, () => placeholder);
    texts.set(statement.strings, sql);
  }
  return { sql, args: statement.values };
}

export function createQueryRunner(connection: SqliteConnection.Database) {
  const known = new LRUCache<string, SqliteConnection.Statement>({ max: statementsMax });
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
    table: (prepared, args): ResultTable => {
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
    isRead: (sql: string) => prepare(sql).readonly,
  };
}

export function createStatementRunner(
  connection: SqliteConnection.Database,
): (statement: Statement) => unknown[] {
  const { run } = createQueryRunner(connection);
  return (statement) => run(queryOf(statement)) as unknown[];
}
