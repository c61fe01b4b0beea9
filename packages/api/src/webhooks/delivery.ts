import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { auditLog, type Database, events, webhooks as store } from '@plant-store/db';
import { StoreError, toJson } from '@plant-store/schema';
import type { Send } from './send.ts';
import { signedHeaders } from './signature.ts';

/** The time between two looks at the end of the feed, while a webhook is on. */
const lookMs = 100;
/** The time between two looks at the table, and between two times at which a cursor is saved. */
const everyMs = 1_000;
const pageSize = 100;
const goneStatus = 410;

type Tools = { send: Send; warn(cause: unknown): void };

/**
 * Sends new plants to the webhooks that are on, each in turn with the other processes of the store and independent of
 * the other webhooks. `warn` is told a failure of the store, which is no failure of a receiver.
 * @returns a function that ends it within a moment
 */
export function startDelivery(db: Database, { send, warn }: Tools): () => Promise<void> {
  const closing = new AbortController();
  const holder = randomUUID();
  const running = new Map<string, Promise<void>>();

  function begin(id: string) {
    const turn = takeTurn(db, { id, holder, closing: closing.signal, send, warn })
      .catch(warn)
      .finally(() => running.delete(id));
    running.set(id, turn);
  }

  async function look() {
    let due: Awaited<ReturnType<typeof store.due>> = [];
    let dueAt = 0;
    let known: string | undefined;
    for (; !closing.signal.aborted; await rest(due.length > 0 ? lookMs : everyMs, closing.signal)) {
      try {
        const end = due.length > 0 ? await endOfFeed(db) : undefined;
        if (end !== undefined && end === known && performance.now() < dueAt + everyMs) continue;
        known = end;
        dueAt = performance.now();
        due = await store.due(db);
        for (const { id, cursor, isFree } of due)
          if (end !== undefined && cursor !== end && isFree && !running.has(id)) begin(id);
      } catch (cause) {
        warn(cause);
        await rest(everyMs, closing.signal);
      }
    }
  }

  const looking = look();
  return async () => {
    closing.abort();
    await looking;
    await Promise.all(running.values());
  };
}

async function endOfFeed(db: Database): Promise<string> {
  await auditLog.chainPending(db);
  return events.head(db);
}

const rest = (ms: number, signal: AbortSignal) =>
  pause(ms, undefined, { signal, ref: false }).catch(() => undefined);

type TurnTools = Tools & { id: string; holder: string; closing: AbortSignal };

/** Delivers until a second has passed without a new plant, a delivery fails, or the webhook is another's, off or gone. */
async function takeTurn(db: Database, { id, holder, closing, send, warn }: TurnTools): Promise<void> {
  let leasedAt = performance.now();
  const turn = await store.take(db, id, holder);
  if (!turn) return;
  const lost = new AbortController();
  const signal = AbortSignal.any([closing, lost.signal]);
  let saving: Promise<unknown> | undefined;
  let fault: unknown;
  async function keep() {
    const askedAt = performance.now();
    if (await store.save(db, turn as store.Turn)) leasedAt = askedAt;
    else lost.abort();
  }
  const timer = setInterval(() => {
    saving ??= keep()
      .catch((cause) => {
        fault = cause;
        lost.abort();
      })
      .finally(() => {
        saving = undefined;
      });
  }, everyMs);
  /** After a process stood still, another may have the webhook. */
  const isOver = () => signal.aborted || performance.now() > leasedAt + store.leaseSeconds * 1_000;

  try {
    for (let lastAt = performance.now(); !isOver(); ) {
      const { events: found, next, isEnd } = await events.read(db, { after: turn.cursor, limit: pageSize });
      const plants = await store.newPlants(db, found);
      for (const { position } of found) {
        const plant = plants.get(position);
        if (plant) {
          if (isOver()) return;
          const body = toJson(plant);
          const headers = {
            'content-type': 'application/json',
            ...signedHeaders(turn.secret, position, body),
          };
          const reason = await outcomeOf(send(turn.url, { headers, body }, signal));
          if (reason !== undefined && signal.aborted) return;
          if (reason === gone) return await store.switchOff(db, turn, reason);
          if (reason !== undefined) return await store.recordFailure(db, turn, reason);
          turn.failingSince = null;
        }
        turn.cursor = position;
      }
      turn.cursor = next;
      if (found.length > 0) lastAt = performance.now();
      if (!isEnd) continue;
      turn.failingSince = null;
      if (performance.now() > lastAt + everyMs) return;
      await rest(lookMs, signal);
    }
  } catch (cause) {
    if (!(cause instanceof StoreError && cause.code === 'gone')) throw cause;
    await store.switchOff(db, turn, `its place in the feed of events is gone: ${cause.message}`);
  } finally {
    clearInterval(timer);
    await saving;
    if (fault === undefined) await store.save(db, turn, { isLast: true });
    else warn(fault);
  }
}

const gone = `the receiver answered ${goneStatus} (Gone)`;

/** Why a delivery failed; `undefined` if it succeeded. */
async function outcomeOf(answer: Promise<number>): Promise<string | undefined> {
  try {
    const status = await answer;
    if (status >= 200 && status < 300) return undefined;
    return status === goneStatus ? gone : `the receiver answered ${status}`;
  } catch (cause) {
    return (cause as Error).message;
  }
}
