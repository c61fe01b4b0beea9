import { randomUUID } from 'node:crypto';
import { auditLog, type Database, events, webhooks as store } from '@plant-store/db';
import { pause } from './pause.ts';
import type { Send } from './send.ts';
import { everyMs, lookMs, takeTurn } from './turn.ts';

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
    for (; !closing.signal.aborted; await pause(due.length > 0 ? lookMs : everyMs, closing.signal)) {
      try {
        due = await store.due(db);
        const end = due.length > 0 ? await endOfFeed(db) : undefined;
        for (const { id, cursor, isFree } of due) if (cursor !== end && isFree && !running.has(id)) begin(id);
      } catch (cause) {
        warn(cause);
        await pause(everyMs, closing.signal);
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
