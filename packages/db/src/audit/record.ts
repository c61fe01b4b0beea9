import type { Engine } from '../engine/engine.ts';
import { runWithin, type Transaction } from '../engine/transaction.ts';
import type { Steps } from '../engine/unit.ts';
import { chain, lineOf } from './chain.ts';
import type { AuditEvent } from './event.ts';
import { leavePending } from './pending.ts';

/** Writes down an event within the unit that does what it tells of: both are on disk, or neither is. */
export const record = (engine: Engine, event: AuditEvent): Steps<void> =>
  engine === 'sqlite' ? chainEvents([event]) : leavePending(event);

/** The same within a transaction of Prisma Client. */
export const recordWithin = (engine: Engine, tx: Transaction, event: AuditEvent): Promise<void> =>
  runWithin(engine, tx, record(engine, event));

/** Writes down events on SQLite, where nobody else writes meanwhile. */
export const chainEvents = (events: AuditEvent[]): Steps<void> => {
  // The clock of this process is that of the database.
  const at = BigInt(Date.now()) * 1000n;
  return chain(
    'sqlite',
    events.map((event) => ({ at, ...lineOf(event) })),
  );
};
