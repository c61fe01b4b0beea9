import { randomUUID } from 'node:crypto';
import { auditLog, type Database, events, webhooks as store } from '@plant-store/db';
import { pause } from './pause.ts';
import { everyMs, lookMs, type Tools, takeTurn } from './turn.ts';

/**
 * Sends new plants to the webhooks that are on, each in turn with the other processes of the store and independent of
 * the other webhooks.
 * @returns a function that ends it within a moment
 */
export function startDelivery(db: Database, tools: Tools): () => Promise<void> {
  const { warn } = tools;
  const closing = new AbortController();
  const holder = randomUUID();
  const running = new Map<string, Promise<void>>();

  function begin(id: string) {
    const turn = takeTurn(db, { ...tools, id, holder, closing: closing.signal })
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
