import { expect, test } from 'vitest';
import { nextPart, QueuedPlant } from '../../../src/plants/queue/queued-plant.ts';

const entry = (seq: number, part: Partial<QueuedPlant> = {}): QueuedPlant => ({
  seq,
  key: `key ${seq}`,
  owner: 'person:1',
  typedAt: 0,
  plant: { id: BigInt(seq), name: `Plant ${seq}` },
  isTried: false,
  ...part,
});
const refusal = { error: 40004, message: 'id 1 is taken', problems: [] };
const seqs = (entries: readonly QueuedPlant[]) => nextPart(entries).map(({ seq }) => seq);

test('plants that were never sent are sent together, in the order of typing', () => {
  expect(seqs([entry(1), entry(2), entry(3)])).toEqual([1, 2, 3]);
});

test('a refused plant does not block later ones', () => {
  expect(seqs([entry(1, { refusal }), entry(2), entry(3)])).toEqual([2, 3]);
});

test('a retry of a plant that was sent alone comes first and alone again', () => {
  expect(seqs([entry(1, { isTried: true }), entry(2)])).toEqual([1]);
  expect(seqs([entry(1), entry(2), entry(3, { isTried: true })])).toEqual([1, 2]);
});

test('a retry of a bulk request has the same plants', () => {
  const batch = { key: 'batch', size: 2 };
  expect(seqs([entry(1, { isTried: true, batch }), entry(2, { isTried: true, batch }), entry(3)])).toEqual([
    1, 2,
  ]);
});

test('if a plant of a bulk request is removed, the others are sent one by one', () => {
  const batch = { key: 'batch', size: 3 };
  expect(seqs([entry(1, { isTried: true, batch }), entry(2, { isTried: true, batch })])).toEqual([1]);
});

test('a request has at most 1,000 plants', () => {
  const entries = Array.from({ length: 1_500 }, (_, index) => entry(index));
  expect(nextPart(entries)).toHaveLength(1_000);
});

test('a queued plant of an earlier version keeps its text, also a name that the store refuses today', () => {
  const old = entry(1, { plant: { id: 1n, name: 'Rose\u202e\u00a0x', tag: 'kitchen\u00a0herb' } });
  expect(QueuedPlant.parse(old)).toEqual(old);
});
