import { expect, test } from 'vitest';
import { startStores } from '../src/stores.ts';

/** Stores with the ports 1, 2, 3 …, and what happened to each. */
function fakes(fails: (port: number) => boolean = () => false) {
  const events: string[] = [];
  let made = 0;
  const newPlace = async () => {
    const port = ++made;
    return { url: String(port), remove: async () => void events.push(`removed ${port}`) };
  };
  const serveAt = async (url: string) => {
    if (fails(Number(url))) throw new Error('the disk is full');
    return { port: Number(url), close: async () => void events.push(`closed ${url}`) };
  };
  return { events, newPlace, serveAt };
}

test('a reset exchanges the store for one that is open, and removes the former one', async () => {
  const { events, newPlace, serveAt } = fakes();
  const stores = await startStores(newPlace, serveAt);
  expect(stores.port()).toBe(1);
  await stores.reset();
  expect(stores.port()).toBe(2);
  await stores.close();
  expect(events.slice(0, 2)).toEqual(['closed 1', 'removed 1']);
  expect(events.toSorted()).toEqual(
    [1, 2, 3].flatMap((one) => [`closed ${one}`]).concat([1, 2, 3].map((one) => `removed ${one}`)),
  );
});

test('concurrent resets run one after the other', async () => {
  const { newPlace, serveAt } = fakes();
  const stores = await startStores(newPlace, serveAt);
  await Promise.all([stores.reset(), stores.reset(), stores.reset()]);
  expect(stores.port()).toBe(4);
});

test('a store that cannot be opened leaves the present one and nothing else, and the next reset tries again', async () => {
  let isFull = false;
  const { events, newPlace, serveAt } = fakes((port) => port > 1 && isFull);
  isFull = true;
  const stores = await startStores(newPlace, serveAt);
  await expect(stores.reset()).rejects.toThrow('the disk is full');
  expect(stores.port()).toBe(1);
  expect(events).toEqual(['removed 2', 'removed 3']);
  isFull = false;
  await stores.reset();
  expect(stores.port()).toBe(4);
});

test('a failed removal does not hide why the store could not be opened', async () => {
  const { newPlace, serveAt } = fakes(() => true);
  const brokenPlace = async () => ({
    ...(await newPlace()),
    remove: () => Promise.reject(new Error('no such folder')),
  });
  await expect(startStores(brokenPlace, serveAt)).rejects.toThrow('the disk is full');
});

test('a request that was sent before a reset reaches the former store', async () => {
  const { newPlace, serveAt } = fakes();
  const stores = await startStores(newPlace, serveAt);
  const seen: number[] = [];
  const resetting = stores.reset();
  // The web reads the request in the first turn, and the API accepts the connection in the second one.
  setImmediate(() => setImmediate(() => seen.push(stores.port())));
  await resetting;
  expect(seen).toEqual([1]);
});
