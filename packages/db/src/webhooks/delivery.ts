import { currentTime, days } from '@plant-store/engine';
import type { Webhook as Row } from '../../generated/sqlite/client/client.ts';
import { recordWithin } from '../audit/record.ts';
import type { Database } from '../handle/database.ts';

/** A process that is gone delivers no longer than this; one that lives asks for more each second. */
export const leaseSeconds = 6;
const firstRetrySeconds = 5;
const longestRetrySeconds = 60 * 60;
const patience = days(1);

const inMicroseconds = (seconds: number) => BigInt(seconds) * 1_000_000n;
const lease = inMicroseconds(leaseSeconds);
const longestRetry = inMicroseconds(longestRetrySeconds);

/** The webhook of one process, until `leaseSeconds` after the last `take` or `save`. The process moves `cursor` on. */
export type Turn = Pick<Row, 'id' | 'url' | 'secret' | 'cursor' | 'failingSince'> & { holder: string };

/** The webhooks that are on, and whether a process may take them now. */
export async function due(db: Database): Promise<{ id: string; cursor: string; isFree: boolean }[]> {
  const rows = await db.prisma.webhook.findMany({ where: { offAt: null } });
  if (rows.length === 0) return [];
  const now = await currentTime(db);
  return rows.map((row) => ({ id: row.id, cursor: row.cursor, isFree: isFree(row, now) }));
}

/** A time that no process would have set is of a clock that was set back since. */
const isFree = ({ holder, heldUntil }: Row, now: bigint) =>
  heldUntil === null || heldUntil <= now || heldUntil > now + (holder === null ? longestRetry : lease);

/** Takes a webhook for the process `holder`; `undefined` if it is off, deleted or not free. */
export async function take(db: Database, id: string, holder: string): Promise<Turn | undefined> {
  const row = await db.prisma.webhook.findUnique({ where: { id } });
  const now = await currentTime(db);
  if (!row || row.offAt !== null || !isFree(row, now)) return undefined;
  const { heldUntil } = row;
  // While no process ran, the receiver had no chance.
  const missed = heldUntil !== null && heldUntil < now ? now - heldUntil : 0n;
  const failingSince = row.failingSince && row.failingSince + missed;
  const data = { holder, heldUntil: now + lease, failingSince };
  // It is unchanged, so no other process has taken it.
  if ((await db.prisma.webhook.updateMany({ where: row, data })).count === 0) return undefined;
  return { ...row, failingSince, holder };
}

const held = ({ id, holder }: Turn) => ({ id, holder, offAt: null });

/** Saves the cursor, and keeps the lease or gives it back. False if the webhook is no longer this process's. */
export async function save(db: Database, turn: Turn, { isLast = false } = {}): Promise<boolean> {
  const { cursor, failingSince } = turn;
  const now = await currentTime(db);
  const { count } = await db.prisma.webhook.updateMany({
    where: held(turn),
    data: {
      ...{ cursor, failingSince, ...(failingSince === null && { reason: null }) },
      ...(isLast ? { holder: null, heldUntil: now } : { heldUntil: now + lease }),
    },
  });
  return count > 0;
}

/** The state that begins with a failure; `undefined` if none does, or if the webhook is no longer this process's. */
export type Begun = { state: 'failing' | 'off'; reason: string } | undefined;

/** Ends a turn: the next try is after 5 s, then after twice the time, up to an hour; after 24 hours it goes off. */
export async function recordFailure(db: Database, turn: Turn, reason: string): Promise<Begun> {
  const now = await currentTime(db);
  const failingSince = turn.failingSince === null || turn.failingSince > now ? now : turn.failingSince;
  const passed = now - failingSince;
  if (passed >= patience)
    return switchOff(db, turn, `no delivery succeeded for 24 hours, at last: ${reason}`);
  const pauseSeconds = Math.min(Number(passed) / 1e6 + firstRetrySeconds, longestRetrySeconds);
  const heldUntil = now + inMicroseconds(Math.round(pauseSeconds));
  const data = { cursor: turn.cursor, reason, failingSince, holder: null, heldUntil };
  const { count } = await db.prisma.webhook.updateMany({ where: held(turn), data });
  return count > 0 && turn.failingSince === null ? { state: 'failing', reason } : undefined;
}

/** Ends a turn, and switches the webhook off. */
export async function switchOff(db: Database, turn: Turn, reason: string): Promise<Begun> {
  const { url, cursor, failingSince } = turn;
  const offAt = await currentTime(db);
  return db.transaction(async (tx) => {
    const data = { cursor, failingSince, reason, offAt, holder: null, heldUntil: null };
    if ((await tx.webhook.updateMany({ where: held(turn), data })).count === 0) return undefined;
    await recordWithin(db, tx, { action: 'webhooks.switchOff', subject: `${url}: ${reason}`, by: {} });
    return { state: 'off', reason };
  });
}
