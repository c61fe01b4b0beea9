import type { StoreEvent } from '@plant-store/backup';
import { type Engine, type Steps, sql } from '@plant-store/engine';
import { chainAll } from './pending.ts';
import { record } from './record.ts';

export function* recordStoreEvent(engine: Engine, event: StoreEvent): Steps<void> {
  const isPending = engine === 'postgresql';
  // A repeated command replaces only the entry of a killed promotion, as a server may already use the target.
  if (isPending && event.action === 'store.promote')
    yield sql`DELETE FROM "audit_pending" WHERE "action" = ${event.action}`;
  yield* record(engine, { ...event, by: {} });
  // So a restore finds entries of other programs in the log of its backup.
  if (isPending && event.action === 'store.restore') yield* chainAll();
}
