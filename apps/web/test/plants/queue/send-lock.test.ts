import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { withLock } from '../../../src/plants/queue/send-lock.ts';
import { canPersist } from '../../../src/plants/queue/storage.ts';

// Tabs that wait for the lock of the queue, over the real locks of Node.

const lockName = 'plant-store-queue';
let asked: number;
/** The tab that has each lock: Node gives all tabs of a test one name. */
let holders: Map<string, string>;

/** A channel that delivers at once. */
class Channel {
  static readonly open = new Set<Channel>();
  onmessage: (event: { data: unknown }) => void = () => undefined;
  constructor() {
    Channel.open.add(this);
  }
  postMessage(data: unknown) {
    if (data === 'ask') asked++;
    for (const other of Channel.open) if (other !== this) other.onmessage({ data });
  }
  close() {
    Channel.open.delete(this);
  }
}

beforeEach(() => {
  asked = 0;
  holders = new Map();
  vi.stubGlobal('BroadcastChannel', Channel);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const locksOf = (tab: string) =>
  ({
    request: (name: string, options: LockOptions, work: (lock: Lock | null) => Promise<void>) =>
      navigator.locks.request(name, options, (lock) => {
        if (lock) holders.set(name, tab);
        return work(lock);
      }),
    query: async () => {
      const { held = [] } = await navigator.locks.query();
      return { held: held.map((lock) => ({ ...lock, clientId: holders.get(lock.name ?? '') ?? '' })) };
    },
  }) as Pick<LockManager, 'request' | 'query'>;

/** A tab with work that ends on request. */
function tab(name: string, locks = locksOf(name)) {
  const started = Promise.withResolvers<AbortSignal>();
  const { promise, resolve: end } = Promise.withResolvers<void>();
  const state = { isAtWork: false };
  const done = withLock(async (lost) => {
    state.isAtWork = true;
    started.resolve(lost);
    await promise;
    state.isAtWork = false;
  }, locks);
  return { state, started: started.promise, end, done };
}

/** Another tab has the lock, and answers nothing. */
async function hangingTab() {
  const held = Promise.withResolvers<void>();
  const { promise, resolve: wake } = Promise.withResolvers<void>();
  const lost = locksOf('hanging')
    .request(lockName, {}, async () => {
      held.resolve();
      await promise;
    })
    .catch((cause: Error) => cause.name);
  onTestFinished(() => wake());
  await held.promise;
  return { lost };
}

/** Lets seconds pass, and waits until the waiting tabs have asked so many times in all. */
async function pass(seconds: number, questions: number) {
  vi.advanceTimersByTime(seconds * 1_000);
  await expect.poll(() => asked).toBe(questions);
}

test('a waiting tab takes over from a hanging one after 10 seconds, not before', async () => {
  const { lost } = await hangingTab();
  const waiting = tab('waiting');
  await pass(8, 4);
  expect(waiting.state.isAtWork).toBe(false);
  await pass(2, 4);
  await waiting.started;
  expect(await lost).toBe('AbortError');
  waiting.end();
  await waiting.done;
});

test('a sender that is slow but answers keeps the lock', async () => {
  const sender = tab('sender');
  const lost = await sender.started;
  const waiting = tab('waiting');
  await pass(60, 30);
  expect([waiting.state.isAtWork, lost.aborted]).toEqual([false, false]);
  sender.end();
  await waiting.started;
  waiting.end();
  await Promise.all([sender.done, waiting.done]);
});

test('of two tabs that wait for a hanging one, one takes over, and the other waits its turn', async () => {
  await hangingTab();
  const tabs = [tab('one'), tab('other')];
  await pass(10, 8);
  await Promise.race(tabs.map(({ started }) => started));
  await pass(60, 38);
  const [first, second] = tabs.toSorted(
    (one, other) => Number(other.state.isAtWork) - Number(one.state.isAtWork),
  );
  expect(second?.state.isAtWork).toBe(false);
  expect((await first?.started)?.aborted).toBe(false);
  first?.end();
  await second?.started;
  second?.end();
  await Promise.all(tabs.map(({ done }) => done));
});

test('a tab that is about to take the lock leaves it to a tab that took it in the same moment', async () => {
  await hangingTab();
  const locks = locksOf('late');
  const { promise: sending, resolve: endSending } = Promise.withResolvers<void>();
  const looked = Promise.withResolvers<void>();
  const late = tab('late', {
    ...locks,
    request: async (name: string, options: LockOptions, work: (lock: Lock | null) => Promise<void>) => {
      if (name === lockName) return locks.request(name, options, work);
      await new Promise<void>((onTaken) => {
        void locksOf('quick').request(lockName, { steal: true }, () => {
          onTaken();
          return sending;
        });
      });
      await locks.request(name, options, work);
      looked.resolve();
    },
  } as typeof locks);
  await pass(10, 4);
  await looked.promise;
  expect(late.state.isAtWork).toBe(false);
  endSending();
  await late.started;
  late.end();
  await late.done;
});

test('a browser without channels takes no lock from a sender, and sends in turn', async () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  const sender = tab('sender');
  await sender.started;
  const waiting = tab('waiting');
  vi.advanceTimersByTime(60_000);
  await locksOf('sender').query();
  expect(waiting.state.isAtWork).toBe(false);
  sender.end();
  await waiting.started;
  waiting.end();
  await Promise.all([sender.done, waiting.done]);
});

test('a browser that refuses to name its database keeps nothing', () => {
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'indexedDB'));
  Object.defineProperty(globalThis, 'indexedDB', {
    configurable: true,
    get: () => {
      throw new DOMException('refused', 'SecurityError');
    },
  });
  expect(canPersist()).toBe(false);
});

test('a tab that lost the lock learns it, and ends only with its work', async () => {
  const robbed = tab('robbed');
  const lost = await robbed.started;
  await locksOf('taker').request(lockName, { steal: true }, async () => undefined);
  await expect.poll(() => lost.aborted).toBe(true);
  let hasEnded = false;
  void robbed.done.then(() => {
    hasEnded = true;
  });
  await locksOf('taker').query();
  expect(hasEnded).toBe(false);
  robbed.end();
  await robbed.done;
});

test('the work runs without a lock in a browser that refuses locks, and with one if it refuses channels', async () => {
  const refuse = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  };
  let count = 0;
  const work = async () => void count++;
  await withLock(work, { request: async () => refuse(), query: async () => refuse() });
  expect(count).toBe(1);
  vi.stubGlobal('BroadcastChannel', refuse);
  const { lost } = await hangingTab();
  void withLock(work, locksOf('waiting'));
  await pass(60, 0);
  expect(await Promise.race([lost, locksOf('waiting').query()])).toMatchObject({
    held: [{ name: lockName }],
  });
  expect(count).toBe(1);
});
