// SQL by hand: the clock of the database (docs/decisions/0006).
import type { Engine } from './engine.ts';
import { type Statement, sql } from './statement.ts';
import { answerSteps, ask, type Steps } from './unit.ts';

/** Microseconds since 1970 by the database's clock, which is the only one that all processes share: a query for that. */
export const clocks: Record<Engine, Statement> = {
  // SQLite's clock tells milliseconds.
  sqlite: sql`SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) * 1000 AS "now"`,
  postgresql: sql`SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS "now"`,
};

/** What time it is: microseconds since 1970, by the database's clock. */
export function* now(engine: Engine): Steps<bigint> {
  const [row] = yield* ask<{ now: bigint }>(clocks[engine]);
  if (!row) throw new Error('the database tells no time');
  return row.now;
}

type Clocked = { engine: Engine; query(statement: Statement): Promise<unknown[]> };

/** The same, outside of a transaction. */
export const currentTime = (db: Clocked): Promise<bigint> =>
  answerSteps(now(db.engine), (statement) => db.query(statement));

/** A stamp as a date, to the millisecond. */
export const dateOf = (stamp: bigint): Date => new Date(Number(stamp / 1000n));

/** A date as a stamp. */
export const stampOf = (date: Date): bigint => BigInt(date.getTime()) * 1000n;

/** So many days, as the difference of two stamps. */
export const days = (count: number): bigint => BigInt(count) * 86_400_000_000n;

/** Later than any stamp. */
export const forever = 2n ** 62n;
