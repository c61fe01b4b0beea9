import { performance } from 'node:perf_hooks';
import { type Database, events, webhooks as store } from '@plant-store/db';
import { type StoredPlant, StoreError, toJson } from '@plant-store/schema';
import type { FastifyBaseLogger } from 'fastify';
import { pause } from './pause.ts';
import type { Send } from './send.ts';
import { signedHeaders } from './signature.ts';

/** The time between two looks at the feed, and between two looks for a webhook that is on or writes of a cursor. */
export const lookMs = 100;
export const everyMs = 1_000;
const pageSize = 100;

/** From this share of its time on a process is busy, and a delivery rests for so long after each plant. */
const busy = 0.6;
const restMs = 50;

/** `log` gets a line when a webhook begins to fail, goes off or works again; `warn` gets the failures of the store. */
export type Tools = { send: Send; log: Pick<FastifyBaseLogger, 'info' | 'warn'>; warn(cause: unknown): void };
type Process = Tools & { id: string; holder: string; closing: AbortSignal };
type Delivery = Pick<Tools, 'send' | 'log'> & { signal: AbortSignal; isOver(): boolean };

/** Delivers a webhook that is free, until nothing is left, a delivery fails, or it is off, deleted or another's. */
export async function takeTurn(
  db: Database,
  { id, holder, closing, send, log, warn }: Process,
): Promise<void> {
  const askedAt = performance.now();
  const turn = await store.take(db, id, holder);
  if (!turn) return;
  const { giveBack, ...lease } = keepLease(db, turn, { askedAt, closing, warn });
  try {
    await deliver(db, turn, { send, log, ...lease });
  } catch (cause) {
    if (!(cause instanceof StoreError && cause.code === 'gone')) throw cause;
    const reason = `its place in the feed of events is gone: ${cause.message}`;
    tell(log, turn, await store.switchOff(db, turn, reason));
  } finally {
    await giveBack();
  }
}

type Lease = { askedAt: number; closing: AbortSignal; warn(cause: unknown): void };

/** Saves the cursor and asks for more time each second. Once that is refused, `signal` ends the delivery. */
function keepLease(db: Database, turn: store.Turn, { askedAt, closing, warn }: Lease) {
  const lost = new AbortController();
  const signal = AbortSignal.any([closing, lost.signal]);
  let keptAt = askedAt;
  let saving: Promise<void> | undefined;
  async function keep() {
    const at = performance.now();
    if (await store.save(db, turn)) keptAt = at;
    else lost.abort();
  }
  const timer = setInterval(() => {
    saving ??= keep()
      .catch(warn)
      .finally(() => {
        saving = undefined;
      });
  }, everyMs);
  return {
    signal,
    /** If the process stood still or the store did, another process may have the webhook. */
    isOver: () => signal.aborted || performance.now() > keptAt + store.leaseSeconds * 1_000,
    async giveBack() {
      clearInterval(timer);
      await saving;
      await store.save(db, turn, { isLast: true });
    },
  };
}

/** Delivers until a second has passed without a plant, so that single plants do not cost two more writes each. */
async function deliver(db: Database, turn: store.Turn, delivery: Delivery): Promise<void> {
  const { signal, isOver, log } = delivery;
  const isBusy = watchLoad();
  for (let lastAt = performance.now(); !isOver(); ) {
    const { events: found, next, isEnd } = await events.read(db, { after: turn.cursor, limit: pageSize });
    const plants = await store.newPlants(db, found);
    for (const { position } of found) {
      const plant = plants.get(position);
      if (plant && !(await isDelivered(db, turn, { position, plant }, delivery))) return;
      turn.cursor = position;
      // Requests come first.
      if (plant && isBusy()) await pause(restMs, signal);
    }
    turn.cursor = next;
    if (found.length > 0) lastAt = performance.now();
    if (!isEnd) continue;
    endFailing(log, turn);
    if (performance.now() > lastAt + everyMs) return;
    await pause(lookMs, signal);
  }
}

/** Gives a function that says whether the process was busy in the last tenth of a second. A message alone is no load. */
function watchLoad(): () => boolean {
  let since = performance.eventLoopUtilization();
  let isBusy = false;
  return () => {
    const { active, idle, utilization } = performance.eventLoopUtilization(since);
    if (active + idle > lookMs) {
      isBusy = utilization > busy;
      since = performance.eventLoopUtilization();
    }
    return isBusy;
  };
}

/** Sends a plant. A failure is recorded, unless the delivery was ended meanwhile. */
async function isDelivered(
  db: Database,
  turn: store.Turn,
  { position, plant }: { position: string; plant: StoredPlant },
  { send, log, signal, isOver }: Delivery,
): Promise<boolean> {
  if (isOver()) return false;
  const body = toJson(plant);
  const headers = { 'content-type': 'application/json', ...signedHeaders(turn.secret, position, body) };
  const reason = await failureOf(send(turn.url, { headers, body }, signal, isOver));
  if (reason === undefined) endFailing(log, turn);
  else if (!isOver()) {
    const record = reason === gone ? store.switchOff : store.recordFailure;
    tell(log, turn, await record(db, turn, reason));
  }
  return reason === undefined;
}

function endFailing(log: Tools['log'], turn: store.Turn) {
  if (turn.failingSince !== null) log.info(namesOf(turn), 'a webhook works again');
  turn.failingSince = null;
}

function tell(log: Tools['log'], turn: store.Turn, begun: store.Begun) {
  if (begun) log.warn({ ...namesOf(turn), reason: begun.reason }, `a webhook ${isNow[begun.state]}`);
}

const isNow = { failing: 'fails', off: 'is off' };

/** The path of a URL may be a secret of the receiver. */
const namesOf = ({ id, url }: store.Turn) => ({ webhook: id, host: new URL(url).host });

const goneStatus = 410;
const gone = `the receiver answered ${goneStatus} (Gone)`;
const isRedirect = (status: number) => status >= 300 && status < 400;

/** Why a delivery failed; `undefined` if it succeeded. */
async function failureOf(answer: Promise<number>): Promise<string | undefined> {
  try {
    const status = await answer;
    if (status >= 200 && status < 300) return undefined;
    if (status === goneStatus) return gone;
    return `the receiver answered ${status}${isRedirect(status) ? ', and redirects are not followed' : ''}`;
  } catch (cause) {
    return (cause as Error).message;
  }
}
