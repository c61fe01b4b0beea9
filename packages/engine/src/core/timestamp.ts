// SQL by hand: the clock of the database (docs/decisions/0006).
import { type Engine, query, runStepsAsync, type Statement, type Steps, sql } from './sql.ts';

/** The SQL for microseconds since 1970 by the clock of the database, which all processes share. */
export const clocks: Record<Engine, Statement> = {
  // SQLite's clock has milliseconds.
  sqlite: sql`SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) * 1000 AS "now"`,
  postgresql: sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS "now"`,
};

export function* now(engine: Engine): Steps<bigint> {
  const [row] = yield* query<{ now: bigint }>(clocks[engine]);
  if (!row) throw new Error('the database tells no time');
  return row.now;
}

type Clocked = { engine: Engine; query(statement: Statement): Promise<unknown[]> };

/** The time of the database, outside a transaction. */
export const currentTime = (db: Clocked): Promise<bigint> =>
  runStepsAsync(now(db.engine), (statement) => db.query(statement));

export const dateOf = (stamp: bigint): Date => new Date(Number(stamp / 1000n));

export const timestampOf = (date: Date): bigint => BigInt(date.getTime()) * 1000n;

export const days = (count: number): bigint => BigInt(count) * 86_400_000_000n;

export const forever = 2n ** 62n;
