import { errorTable } from '@plant-store/schema';
import { beforeEach, expect, test, vi } from 'vitest';
import type { QueuedPlant } from '../src/queue/queued-plant.ts';
import { sendPlants } from '../src/queue/send.ts';

// The store as the page asks it.
const store = vi.hoisted(() => ({ createMany: vi.fn(), get: vi.fn() }));
vi.mock('../src/store/browser-client.ts', () => ({
  browserClient: { plants: { createMany: { mutate: store.createMany }, get: { query: store.get } } },
}));

const taken = { error: errorTable.idTaken.error, message: 'taken' };
const entry = (id: bigint): QueuedPlant => ({
  key: `key ${id}`,
  owner: 'person:1',
  typedAt: 0,
  plant: { id, name: `Plant ${id}` },
  isTried: true,
});
const part = [entry(1n), entry(2n)];
const tried = () => true;

beforeEach(() => {
  vi.stubGlobal('navigator', { onLine: true });
  store.createMany.mockResolvedValue({ results: [{ error: taken }, { error: taken }], receipt: 1n });
});

test('plants that were sent before and are there count as saved', async () => {
  store.get.mockImplementation(async ({ id }) => entry(id).plant);
  const saved = { kind: 'saved', wasThereAlready: true };
  expect(await sendPlants(part, 'key', tried)).toMatchObject({ verdicts: [saved, saved] });
});

test('plants that may be saved wait if the store cannot be asked who holds their ids', async () => {
  store.get.mockImplementation(async ({ id }) =>
    id === 1n ? entry(id).plant : Promise.reject(new TypeError()),
  );
  expect(await sendPlants(part, 'key', tried)).toEqual({ pause: 'unreachable' });
});

test('plants that were never sent before are refused although nobody can say who holds their ids', async () => {
  store.get.mockRejectedValue(new TypeError());
  const refused = { kind: 'refused', refusal: taken };
  expect(await sendPlants(part, 'key', () => false)).toMatchObject({ verdicts: [refused, refused] });
});
