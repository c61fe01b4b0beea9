import { expect, test, vi } from 'vitest';
import { purge } from '../../src/idempotency/idempotency.ts';
import { plants } from '../../src/index.ts';
import { newStore } from '../store.ts';

const fern = { id: 1n, name: 'Fern' };
const request = (key: string, hash = 'a', onReplay: () => void = () => undefined) => ({
  actorId: 1n,
  idempotencyKey: { key, hash, onReplay },
});

test('concurrent equal requests make one plant and get the same answer', async () => {
  const { db, rows } = await newStore();
  const onReplay = vi.fn();
  const made = await Promise.all(
    Array.from({ length: 20 }, () => plants.create(db, fern, request('k', 'a', onReplay))),
  );
  expect(made).toEqual(Array(20).fill(fern));
  expect(onReplay).toHaveBeenCalledTimes(19);
  expect(await rows('SELECT count(*) AS n FROM "plants"')).toEqual([{ n: 1n }]);
});

test('a repeated request gets the first answer, even if the plant has changed', async () => {
  const { db } = await newStore();
  await plants.create(db, fern, request('k'));
  await plants.remove(db, 1n);
  expect(await plants.create(db, fern, request('k'))).toEqual(fern);
  expect(await plants.get(db, 1n)).toBeUndefined();
});

test('an idempotency key of another request is refused, and nothing is stored', async () => {
  const { db } = await newStore();
  await plants.create(db, fern, request('k'));
  await expect(plants.create(db, { id: 2n, name: 'Fern' }, request('k', 'b'))).rejects.toMatchObject({
    code: 'badRequest',
    message: 'the Idempotency-Key "k" was used for another request; use a new key for each request',
  });
  expect(await plants.get(db, 2n)).toBeUndefined();
});

test('another actor may use the same idempotency key', async () => {
  const { db } = await newStore();
  await plants.create(db, fern, request('k'));
  const other = { id: 2n, name: 'Moss' };
  expect(await plants.create(db, other, { ...request('k', 'b'), actorId: 2n })).toEqual(other);
});

test('the failure of a request is not stored, and a repeat may succeed', async () => {
  const { db } = await newStore();
  await plants.create(db, { id: 1n, name: 'Moss' });
  await expect(plants.create(db, fern, request('k'))).rejects.toMatchObject({ code: 'idTaken' });
  await plants.remove(db, 1n);
  expect(await plants.create(db, fern, request('k'))).toEqual(fern);
});

test('a key can be used for another request after a day, and expired keys are deleted', async () => {
  const { db, rows } = await newStore();
  for (const id of [1n, 2n, 3n]) await plants.create(db, { id, name: 'Fern' }, request(`k${id}`));
  const age = (where: string) =>
    rows(`UPDATE "idempotency_keys" SET "stored_at" = "stored_at" - 86400000000 WHERE ${where}`);
  await age(`"key" = 'k1'`);
  await plants.remove(db, 1n);
  expect(await plants.create(db, fern, request('k1', 'b'))).toEqual(fern);
  expect(await purge(db, 10)).toBe(0);
  await age(`"key" <> 'k3'`);
  expect(await purge(db, 1)).toBe(1);
  expect(await purge(db, 10)).toBe(1);
  expect(await rows('SELECT "key" FROM "idempotency_keys"')).toEqual([{ key: 'k3' }]);
});

test('each idempotency key of each actor keeps its own answer', async () => {
  const { db } = await newStore();
  const moss = { id: 2n, name: 'Moss' };
  const reed = { id: 3n, name: 'Reed' };
  const another = { ...request('k'), actorId: 2n };
  await plants.create(db, fern, request('k'));
  await plants.create(db, moss, request('l'));
  await plants.create(db, reed, another);
  expect(await plants.create(db, fern, request('k'))).toEqual(fern);
  expect(await plants.create(db, moss, request('l'))).toEqual(moss);
  expect(await plants.create(db, reed, another)).toEqual(reed);
});
