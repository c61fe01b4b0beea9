import { type Engine, type Steps, unitOfWork } from '@plant-store/engine';
import { runWithin, type Transaction } from '../core/transaction.ts';
import type { AuditEvent } from '../handle/audit-event.ts';
import { chain, entryValuesOf } from './chain.ts';
import { recordPending } from './pending.ts';

/** Call it after the writes that it tells of: while they lock their plants, entries have the order of these writes. */
export const record = (engine: Engine, ...events: AuditEvent[]): Steps<void> =>
  engine === 'sqlite' ? chainEvents(events) : recordPending(events);

export const recordWithin = (db: { engine: Engine }, tx: Transaction, event: AuditEvent): Promise<void> =>
  runWithin(db.engine, tx, record(db.engine, event));

export const recordUnit = unitOfWork(import.meta.url, 'recordUnit', (event: AuditEvent, { engine }) =>
  record(engine, event),
);

/** Records events on SQLite, which has only one writer at a time. */
export const chainEvents = (events: AuditEvent[]): Steps<void> => {
  const at = BigInt(Date.now()) * 1000n;
  return chain(
    'sqlite',
    events.map((event) => ({ at, ...entryValuesOf(event) })),
  );
};
