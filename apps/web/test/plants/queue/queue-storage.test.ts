import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { deleteDB, openDB } from 'idb';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openQueueDatabase, type QueueDatabase } from '../../../src/plants/queue/queue-database.ts';
import { isKept } from '../../../src/plants/queue/queue-state.ts';
import { kept, noStore, open, owner, plant, Shop } from './queue-fixture.ts';

// Runs the queue over a database that is full, slow to open, shared with another tab, or contains damaged records.

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

/** A database that is full until the test says otherwise. */
function fullStore() {
  const disk = { isFull: true };
  const openDatabase = async (): Promise<QueueDatabase> => {
    const store = await openQueueDatabase('a tab');
    return { ...store, add: (entry) => (disk.isFull ? noStore() : store.add(entry)) };
  };
  return { disk, openDatabase };
}

test('the state says that the full database lacks a plant, even after more reads', async () => {
  const shop = new Shop();
  shop.fault = () => 'unreached';
  const queue = open(shop, fullStore());
  queue.add(plant(1));
  await queue.send();
  await queue.read();
  expect(await kept()).toEqual([]);
  expect(queue.state()).toMatchObject({ isPersisted: false, entries: [{ plant: plant(1) }] });
});

test('a plant counts as kept only once the database has it, or refuses to keep any', async () => {
  const disk = Promise.withResolvers<void>();
  const openDatabase = async (): Promise<QueueDatabase> => {
    const store = await openQueueDatabase('a tab');
    return { ...store, add: (entry) => disk.promise.then(() => store.add(entry)) };
  };
  const queue = open(new Shop(), { openDatabase, isOffline: () => true });
  const areKept = () => queue.state().entries.map((entry) => isKept(queue.state(), entry));
  queue.add(plant(1));
  await openQueueDatabase('another tab');
  expect(areKept()).toEqual([false]);
  disk.resolve();
  await queue.send();
  expect([areKept(), await kept()]).toEqual([[true], [expect.objectContaining({ plant: plant(1) })]]);

  const full = open(new Shop(), { openDatabase: noStore, isOffline: () => true });
  full.add(plant(2));
  await full.send();
  expect(full.state().entries.map((entry) => isKept(full.state(), entry))).toEqual([true]);
});

test('a plant that a full database refused is stored as soon as it has space', async () => {
  const shop = new Shop();
  shop.fault = () => 'unreached';
  const { disk, openDatabase } = fullStore();
  const queue = open(shop, { openDatabase });
  queue.add(plant(1));
  await queue.send();
  disk.isFull = false;
  await queue.send();
  expect(queue.state().isPersisted).toBe(true);
  expect(await kept()).toMatchObject([{ plant: plant(1) }]);
  shop.fault = () => 'none';
  await queue.send();
  expect(shop.order).toEqual([1n]);
  expect(await kept()).toEqual([]);
});

test('plants on the page are stored again after the browser has deleted its data', async () => {
  const shop = new Shop();
  shop.fault = () => 'unreached';
  const queue = open(shop);
  queue.add(plant(1));
  await queue.send();
  await deleteDB('plant-store');
  queue.add(plant(2));
  await queue.send();
  expect((await kept()).map((entry) => entry.plant)).toEqual(expect.arrayContaining([plant(1), plant(2)]));
  shop.fault = () => 'none';
  await queue.send();
  expect([...shop.plants.keys()].sort()).toEqual([1n, 2n]);
  expect(await kept()).toEqual([]);
});

test('plants are sent although the database does not open, and stored once it opens', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const shop = new Shop();
  shop.fault = () => 'unreached';
  const database = Promise.withResolvers<QueueDatabase>();
  const queue = open(shop, { openDatabase: () => database.promise });
  queue.add(plant(1));
  const sent = queue.send();
  await vi.runAllTimersAsync();
  await sent;
  expect(shop.requests).toEqual([1]);
  expect(queue.state()).toMatchObject({ isPersisted: false, pause: 'unreachable' });
  vi.useRealTimers();
  database.resolve(await openQueueDatabase('a tab'));
  await queue.send();
  expect(await kept()).toMatchObject([{ plant: plant(1), isTried: true }]);
  expect(queue.state().isPersisted).toBe(true);
});

test('a correction in one tab while another tab sends the plant is not lost', async () => {
  const shop = new Shop();
  const held = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const sending = open(shop, {
    sendPlants: async (part, key, wasTried) => {
      asked.resolve();
      await held.promise;
      return shop.send(part, key, wasTried);
    },
  });
  const other = open(shop, { isOffline: () => true });
  sending.add(plant(1));
  await sending.read();
  await other.read();
  const [entry] = other.state().entries;
  await asked.promise;
  if (entry) await other.correct(entry, plant(2));
  held.resolve();
  await sending.send();
  expect(await kept()).toMatchObject([{ plant: plant(2) }]);
});

test('other tabs offer no change to a plant that is being sent', async () => {
  const shop = new Shop();
  const seen: unknown[] = [];
  const other = open(shop, { isOffline: () => true });
  const told: Promise<void>[] = [];
  const queue = open(shop, {
    onStored: () => void told.push(other.read()),
    sendPlants: async (part, key, wasTried) => {
      await Promise.all(told);
      seen.push(other.state().entries.map(({ isTried }) => isTried));
      return shop.send(part, key, wasTried);
    },
  });
  queue.add(plant(1));
  await queue.send();
  expect(seen).toEqual([[true]]);
});

test('a read that began before a correction does not undo the correction', async () => {
  const shop = new Shop();
  shop.plants.set(1n, { id: 1n, name: 'Holder' });
  let afterRead: () => Promise<void> | void = () => undefined;
  const openDatabase = async (): Promise<QueueDatabase> => {
    const store = await openQueueDatabase('a tab');
    const read: QueueDatabase['read'] = async (of) => {
      const found = await store.read(of);
      await afterRead();
      return found;
    };
    return { ...store, read };
  };
  const queue = open(shop, { openDatabase });
  queue.add(plant(1));
  await queue.send();
  const [refused] = queue.state().entries;
  const isRead = Promise.withResolvers<void>();
  const isCorrected = Promise.withResolvers<void>();
  afterRead = () => {
    afterRead = () => undefined;
    isRead.resolve();
    return isCorrected.promise;
  };
  const read = queue.read();
  await isRead.promise;
  if (refused) void queue.correct(refused, plant(2));
  isCorrected.resolve();
  await read;
  await queue.send();
  expect(shop.order).toEqual([2n]);
  expect(queue.state().entries).toEqual([]);
});

test('a plant that is discarded while it is being stored stays discarded', async () => {
  const queue = open(new Shop(), { isOffline: () => true });
  queue.add(plant(1));
  await queue.remove(queue.state().entries);
  expect(await kept()).toEqual([]);
});

test('a record with an impossible time is set aside', async () => {
  const queue = open(new Shop(), { isOffline: () => true });
  queue.add(plant(1));
  await queue.send();
  const db = await openDB('plant-store');
  const [first] = await db.getAll('plants');
  await db.put('plants', { ...first, typedAt: -1e20 });
  db.close();
  await queue.read();
  expect(queue.state()).toMatchObject({ entries: [], damaged: [{ record: { plant: plant(1) } }] });
});

test('plants typed before the page knows the person belong to the first known person', async () => {
  const shop = new Shop();
  const before = open(shop, { owner: 'unknown', isOffline: () => true });
  before.add(plant(1));
  await before.send();
  before.close();
  const queue = open(shop, { owner });
  await queue.read();
  await queue.send();
  expect(shop.order).toEqual([1n]);
  expect(await kept()).toEqual([]);
});

/** A tab that hangs during a step, while another tab takes over. `wake` ends the hang. */
function hang<Result>(step: () => Promise<Result>) {
  const hangs = Promise.withResolvers<void>();
  const { promise, resolve: wake } = Promise.withResolvers<void>();
  const hanging = async () => {
    hangs.resolve();
    await promise;
    return step();
  };
  return { hanging, hangs: hangs.promise, wake };
}

test('a tab that wakes does not send or refuse plants that another tab has sent meanwhile', async () => {
  const shop = new Shop();
  const refused: unknown[] = [];
  const { hanging, hangs, wake } = hang(async () => undefined);
  const woken = open(shop, { checkOwner: hanging, onRefused: (plants) => refused.push(...plants) });
  for (const id of [1, 2]) woken.add(plant(id));
  const sent = woken.send();
  await hangs;
  const taker = open(shop);
  await taker.read();
  await taker.send();
  // The news of the lost lock may come later than the answer that wakes the tab.
  wake();
  await sent;
  expect(shop.requests).toEqual([2]);
  expect([refused, woken.state().entries, await kept()]).toEqual([[], [], []]);
});

test('a tab that wakes during its request says nothing about it: the tab that took over does', async () => {
  const shop = new Shop();
  const saved: bigint[] = [];
  const { hanging, hangs, wake } = hang(async () => undefined);
  const lost = new AbortController();
  const woken = open(shop, {
    sendPlants: async (...request) => {
      await hanging();
      return shop.send(...request);
    },
    // The lost lock ends the first turn only.
    withLock: (work) => work(lost.signal.aborted ? new AbortController().signal : lost.signal),
    onSaved: (run) => saved.push(...(run.at(-1)?.plants ?? []).map((one) => one.plant.id)),
  });
  woken.add(plant(1));
  const sent = woken.send();
  await hangs;
  const taker = open(shop);
  await taker.read();
  await taker.send();
  lost.abort();
  wake();
  await sent;
  expect([shop.order, saved]).toEqual([[1n], []]);
  expect([woken.state(), await kept()]).toMatchObject([{ entries: [], pause: undefined }, []]);
});

test('the late answer of a tab that wakes does not undo a refusal that another tab has stored', async () => {
  const shop = new Shop();
  shop.plants.set(1n, { id: 1n, name: 'Holder' });
  const { hanging, hangs, wake } = hang(async () => ({ isFailed: true }) as const);
  const woken = open(shop, { sendPlants: hanging });
  for (const id of [1, 2]) woken.add(plant(id));
  const sent = woken.send();
  await hangs;
  const taker = open(shop);
  await taker.read();
  await taker.send();
  const refused = await kept();
  expect(refused).toMatchObject([{ refusal: { error: 40004 } }]);
  wake();
  await sent;
  expect(await kept()).toEqual(refused);
  expect(woken.state().entries).toEqual(refused);
});
