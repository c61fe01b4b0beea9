import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { beforeEach, expect, test, vi } from 'vitest';
import type { QueueDependencies } from '../../../src/plants/queue/plant-queue.ts';
import { openQueueDatabase, type QueueDatabase } from '../../../src/plants/queue/queue-database.ts';
import { ids, kept, noStore, open, owner, plant, Shop } from './queue-fixture.ts';

// Runs the queue over a real IndexedDB, with a store that remembers idempotency keys and may lose answers.

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

test('100 plants are saved once and in order despite lost requests and answers and a closed page', async () => {
  for (let point = 1; point <= 20; point++) {
    globalThis.indexedDB = new IDBFactory();
    const shop = new Shop();
    shop.fault = (request) =>
      request % 3 === point % 3 ? 'lost' : request % 5 === point % 5 ? 'unreached' : 'none';
    let queue = open(shop);
    for (let id = 1; id <= 100; id++) {
      queue.add(plant(id));
      // Closes and reopens the page after `point` plants, and after each further `5 * point`.
      if (id % (5 * point) === 0) {
        await expect.poll(async () => (await kept()).length + shop.plants.size).toBeGreaterThanOrEqual(id);
        queue.close();
        queue = open(shop);
        await queue.read();
      }
      if (id % 7 === 0) await queue.send();
    }
    shop.fault = () => 'none';
    await queue.send();
    await queue.send();
    expect(shop.order).toEqual(ids(100));
    expect(queue.state().entries).toEqual([]);
    expect(await kept()).toEqual([]);
    queue.close();
  }
});

test('an idempotency key is stored before the first request that uses it', async () => {
  const shop = new Shop();
  const seen: unknown[] = [];
  const queue = open(shop, {
    sendPlants: async (part, key, wasTried) => {
      seen.push((await kept()).map((entry) => [entry.key, entry.isTried]));
      return shop.send(part, key, wasTried);
    },
  });
  queue.add(plant(1));
  const [{ key } = { key: '' }] = queue.state().entries;
  await queue.send();
  expect(seen).toEqual([[[key, true]]]);
});

test('a retry after 25 hours, when its key is forgotten, counts an equal plant as saved', async () => {
  const shop = new Shop();
  shop.fault = () => 'lost';
  const queue = open(shop);
  queue.add(plant(1));
  await queue.send();
  expect(queue.state()).toMatchObject({ pause: 'unreachable', entries: [{ isTried: true }] });
  shop.forgetKeys();
  shop.fault = () => 'none';
  await queue.send();
  expect(queue.state().entries).toEqual([]);
  expect(shop.order).toEqual([1n]);
});

test('a refused plant stays in the queue with its reason, and later plants are saved', async () => {
  const shop = new Shop();
  shop.plants.set(1n, { id: 1n, name: 'Holder' });
  const queue = open(shop);
  for (const id of [1, 2, 3]) queue.add(plant(id));
  await queue.send();
  expect(queue.state().entries).toMatchObject([{ plant: plant(1), refusal: { error: 40004 } }]);
  expect(shop.order).toEqual([2n, 3n]);
  const [refused] = queue.state().entries;
  if (refused) await queue.correct(refused, plant(4));
  expect(shop.order).toEqual([2n, 3n, 4n]);
  expect(await kept()).toEqual([]);
});

test('the queue does not show the plants of another owner', async () => {
  const shop = new Shop();
  shop.fault = () => 'unreached';
  const queue = open(shop);
  queue.add(plant(1));
  await queue.send();
  const other = open(shop, { owner: 'person:2' });
  await other.read();
  expect(other.state().entries).toEqual([]);
  expect(await kept()).toHaveLength(1);
});

test('the queue sends nothing while another person is signed in', async () => {
  const shop = new Shop();
  const queue = open(shop, { checkOwner: async () => 'otherPerson' });
  queue.add(plant(1));
  await queue.send();
  expect(shop.requests).toEqual([]);
  expect(queue.state().pause).toBe('otherPerson');
});

test('a browser without storage still sends plants, and the state says so', async () => {
  const shop = new Shop();
  shop.fault = () => 'unreached';
  const queue = open(shop, { openDatabase: noStore });
  queue.add(plant(1));
  await queue.send();
  expect(queue.state()).toMatchObject({ isPersisted: false, entries: [{ plant: plant(1) }] });
  shop.fault = () => 'none';
  await queue.send();
  expect(shop.order).toEqual([1n]);
});

test('a plant stays in memory and is sent if the database is full', async () => {
  const shop = new Shop();
  const full = async (): Promise<QueueDatabase> => {
    const store = await openQueueDatabase('a tab');
    return { ...store, add: noStore };
  };
  shop.fault = () => 'unreached';
  const queue = open(shop, { openDatabase: full });
  queue.add(plant(1));
  await queue.send();
  expect(queue.state().entries).toMatchObject([{ plant: plant(1) }]);
  shop.fault = () => 'none';
  await queue.send();
  expect(shop.order).toEqual([1n]);
  expect(queue.state().entries).toEqual([]);
});

test('a damaged record is set aside and listed, and other plants are sent', async () => {
  const shop = new Shop();
  const queue = open(shop, { checkOwner: async () => 'offline' });
  queue.add(plant(1));
  queue.add(plant(2));
  await queue.send();
  const db = await openDB('plant-store');
  const [first] = await db.getAll('plants');
  await db.put('plants', { ...first, plant: { id: 'one', name: 'Plant 1' } });
  db.close();
  const next = open(shop);
  await next.send();
  await next.read();
  expect(next.state().damaged).toMatchObject([{ record: { plant: { id: 'one', name: 'Plant 1' } } }]);
  await next.send();
  expect(shop.order).toEqual([2n]);
  await next.removeDamaged();
  expect(next.state().damaged).toEqual([]);
});

test('after a request that makes the store fail, its plants are sent one by one', async () => {
  const shop = new Shop();
  const queue = open(shop, {
    sendPlants: async (part, key, wasTried) => {
      if (part.length > 1) return { isFailed: true };
      if (part[0]?.plant.id === 2n)
        return {
          verdicts: [{ kind: 'refused', refusal: { error: 50000, message: 'failed', problems: [] } }],
        };
      return shop.send(part, key, wasTried);
    },
  });
  for (const id of [1, 2, 3]) queue.add(plant(id));
  await queue.send();
  expect(shop.order).toEqual([1n, 3n]);
  expect(queue.state().entries).toMatchObject([{ refusal: { error: 50000 } }]);
});

test('plants of a token can be given to another token', async () => {
  const shop = new Shop();
  const checkOwner: QueueDependencies['checkOwner'] = async (name) =>
    name === 'token:2' ? undefined : 'otherPerson';
  const queue = open(shop, { owner: 'token:1', checkOwner });
  queue.add(plant(1));
  await queue.send();
  await queue.handOver('token:2');
  await queue.send();
  expect(shop.order).toEqual([1n]);
});

test('plants of a person are never given to another owner', async () => {
  const shop = new Shop();
  const queue = open(shop, { checkOwner: async (name) => (name === owner ? 'otherPerson' : undefined) });
  queue.add(plant(1));
  await queue.send();
  await queue.handOver('person:2');
  await queue.send();
  expect(shop.order).toEqual([]);
  expect(await kept()).toMatchObject([{ owner, plant: plant(1) }]);
});

test('plants typed offline are sent together in one request', async () => {
  const shop = new Shop();
  let isOffline = true;
  const queue = open(shop, { isOffline: () => isOffline });
  for (const id of [1, 2, 3]) queue.add(plant(id));
  await queue.send();
  expect(queue.state()).toMatchObject({ pause: 'offline', entries: [{ isTried: false }, {}, {}] });
  isOffline = false;
  await queue.send();
  expect(shop.requests).toEqual([3]);
});

test('a plant that is corrected during its request stays in the database until it is saved', async () => {
  const shop = new Shop();
  const begun = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const queue = open(shop, {
    sendPlants: async (part, key, wasTried) => {
      begun.resolve();
      await held.promise;
      return shop.send(part, key, wasTried);
    },
  });
  queue.add(plant(1));
  await begun.promise;
  const [entry] = queue.state().entries;
  if (!entry) throw new Error('no entry');
  const corrected = queue.correct(entry, { id: 1n, name: 'Corrected' });
  held.resolve();
  await corrected;
  await queue.send();
  expect(shop.plants.get(1n)?.name).toBe('Plant 1');
  expect(queue.state().entries).toMatchObject([{ plant: { name: 'Corrected' }, refusal: { error: 40004 } }]);
  await expect.poll(kept).toMatchObject([{ plant: { name: 'Corrected' }, refusal: { error: 40004 } }]);
});

test('reading the database during a correction does not undo the correction', async () => {
  const shop = new Shop();
  shop.plants.set(1n, { id: 1n, name: 'Holder' });
  const held = Promise.withResolvers<void>();
  let isHeld = false;
  const queue = open(shop, {
    // Simulates another tab that is sending.
    withLock: async (work) => (isHeld ? undefined : work(new AbortController().signal)),
    openDatabase: async () => {
      const store = await openQueueDatabase('a tab');
      const read: QueueDatabase['read'] = async (name) => {
        const found = await store.read(name);
        if (isHeld) await held.promise;
        return found;
      };
      return { ...store, read };
    },
  });
  queue.add(plant(1));
  await queue.send();
  const [refused] = queue.state().entries;
  if (!refused) throw new Error('no entry');
  isHeld = true;
  const reading = queue.read();
  // Waits for the answer of the database.
  await kept();
  const corrected = queue.correct(refused, { id: 2n, name: 'Corrected' });
  await expect.poll(kept).toMatchObject([{ plant: { id: 2n } }]);
  held.resolve();
  await Promise.all([reading, corrected]);
  expect(queue.state().entries.map((entry) => entry.plant.id)).toEqual([2n]);
});

/** Opens a queue whose database finishes no write of this kind before `release`. */
function openHeld(shop: Shop, held: 'add' | 'advance', parts: Partial<QueueDependencies> = {}) {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const openDatabase = async (): Promise<QueueDatabase> => {
    const database = await openQueueDatabase('a tab');
    const write = async (work: () => Promise<unknown>) => {
      begun.resolve();
      await promise;
      return work() as never;
    };
    return held === 'add'
      ? { ...database, add: (entry) => write(() => database.add(entry)) }
      : { ...database, advance: (entries, before) => write(() => database.advance(entries, before)) };
  };
  return { queue: open(shop, { openDatabase, ...parts }), begun: begun.promise, release };
}

test('a plant that is corrected while the browser stores it does not come back after a reload', async () => {
  const { queue, begun, release } = openHeld(new Shop(), 'add', { isOffline: () => true });
  queue.add(plant(1));
  await begun;
  const corrected = queue.correct(queue.state().entries[0] as never, { id: 2n, name: 'Corrected' });
  release();
  await corrected;
  expect((await kept()).map(({ plant }) => plant.name)).toEqual(['Corrected']);
  expect(queue.state().entries).toEqual(await kept());
});

test('a plant that is given to another token while the browser stores it goes to that token', async () => {
  const { queue, begun, release } = openHeld(new Shop(), 'add', { owner: 'token:1', isOffline: () => true });
  queue.add(plant(1));
  await begun;
  const given = queue.handOver('token:2');
  release();
  await given;
  const { plants } = await (await openQueueDatabase('another tab')).read('token:2');
  expect(plants).toMatchObject([{ plant: plant(1) }]);
});

test('a refused plant that is given to another token during its request goes to that token', async () => {
  const shop = new Shop();
  shop.plants.set(1n, { id: 1n, name: 'Holder' });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const queue = open(shop, {
    owner: 'token:1',
    sendPlants: async (...sent) => {
      begin();
      await held;
      return shop.send(...sent);
    },
  });
  queue.add(plant(1));
  await begun;
  const given = queue.handOver('token:2');
  release();
  await given;
  const { plants } = await (await openQueueDatabase('another tab')).read('token:2');
  expect(plants).toMatchObject([{ refusal: { error: 40004 } }]);
});

test('a plant that is discarded as its request begins is not reported as discarded once it is saved', async () => {
  const shop = new Shop();
  const { queue, begun, release } = openHeld(shop, 'advance');
  queue.add(plant(1));
  await begun;
  const discarded = queue.remove(queue.state().entries);
  release();
  expect(await discarded).toBeUndefined();
  expect(shop.order).toEqual([1n]);
});

test('the report of saved plants covers all requests since no plant was waiting', async () => {
  const shop = new Shop();
  const counts: number[] = [];
  const begun = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const queue = open(shop, {
    sendPlants: async (...request) => {
      begun.resolve();
      await held.promise;
      return shop.send(...request);
    },
    onSaved: (run) => counts.push(run.flatMap(({ plants }) => plants).length),
  });
  queue.add(plant(1));
  await begun.promise;
  for (const id of [2, 3, 4]) queue.add(plant(id));
  held.resolve();
  await queue.send();
  expect([shop.requests, counts]).toEqual([
    [1, 3],
    [1, 4],
  ]);
  queue.add(plant(5));
  await queue.send();
  expect(counts).toEqual([1, 4, 1]);
});

test('plants that were taken back while others waited are in no later report', async () => {
  const shop = new Shop();
  const reports: unknown[] = [];
  const queue = open(shop, {
    onSaved: (run) => {
      reports.push(run.flatMap(({ plants }) => plants.map(({ plant }) => plant.id)));
      if (reports.length === 1) {
        queue.add(plant(2));
        queue.endRun();
      }
    },
  });
  queue.add(plant(1));
  await queue.send();
  expect(reports).toEqual([[1n], [2n]]);
});

test('pasted rows go in one request; those with a problem are sent only after their correction', async () => {
  const shop = new Shop();
  const queue = open(shop);
  const refusal = { error: 40003, message: '', problems: [{ pointer: '/id', message: 'is no id' }] };
  queue.addRows([{ plant: plant(1) }, { plant: { id: 'x', name: '' }, refusal }, { plant: plant(2) }]);
  await queue.send();
  expect(shop.requests).toEqual([2]);
  // A new page reads the row with its text.
  expect(await kept()).toMatchObject([{ plant: { id: 'x', name: '' }, refusal }]);
  const [entry] = queue.state().entries;
  if (!entry) throw new Error('no row');
  const undo = await queue.remove([entry]);
  undo?.();
  await queue.send();
  expect(shop.requests).toEqual([2]);
  const [again] = queue.state().entries;
  if (!again) throw new Error('no row');
  expect(again).toMatchObject({ plant: { id: 'x' }, refusal });
  await queue.correct(again, plant(3));
  expect(shop.order).toEqual(ids(3));
  await vi.waitFor(async () => expect(await kept()).toEqual([]));
});
