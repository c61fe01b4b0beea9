import { expect, test } from 'vitest';
import type { QueuedPlant } from '../../../src/plants/queue/queued-plant.ts';
import { currentMessage, formMessages, isOutdated } from '../../../src/plants/queue-ui/save-message.ts';
import { allPlants } from '../../../src/plants/search/plant-search.ts';

const refused = (id: bigint): QueuedPlant => ({
  key: `key ${id}`,
  owner: 'person:1',
  typedAt: 0,
  plant: { id, name: `Plant ${id}` },
  isTried: true,
  refusal: { error: 40004, message: 'taken', problems: [], holder: 'Holder' },
});

test('a message about refused plants goes as they are corrected or discarded', () => {
  const [one, other] = [refused(1n), refused(2n)];
  const message = formMessages.refused([one, other]);
  expect(currentMessage(message, [one, other])?.text).toContain('2 plants');
  // A correction gives the entry a new key.
  expect(currentMessage(message, [{ ...one, key: 'new' }, other])?.text).toContain('Plant 2');
  expect(currentMessage(message, [{ ...one, key: 'new' }])).toBeUndefined();
  expect(currentMessage(message, [])).toBeUndefined();
});

test('a message about saved plants stays when no plant is waiting', () => {
  const message = formMessages.saved([], undefined, [], undefined, '/');
  expect(currentMessage(message, [])).toBe(message);
});

const run = [
  {
    plants: [1n, 2n].map((id) => ({ plant: { id, name: 'Fern' }, etag: undefined, wasThereAlready: false })),
    receipt: 7n,
  },
];

test('rows of one paste that were refused take neither the number of the added ones nor their Undo away', () => {
  const undo = () => undefined;
  const [one, other] = [refused(3n), refused(4n)];
  const saved = formMessages.saved(run, undo, [], undefined, '/');
  const message = formMessages.refused([one, other], run, saved);
  expect(currentMessage(message, [one, other])).toMatchObject({
    kind: 'done',
    text: 'Added 2 plants. 2 plants not added. Correct them in the list.',
    undo,
  });
  const more = formMessages.saved([...run, ...run], undo, [], message, '/');
  expect(currentMessage(more, [one, other])?.text).toContain('Added 4 plants. 2 plants not added.');
  expect(currentMessage(message, [])?.text).toBe('Added 2 plants.');
  // The message of an earlier run goes.
  expect(currentMessage(formMessages.refused([one, other], [], saved), [one, other])?.undo).toBeUndefined();
});

test.each([
  [[false, false, false, true, true], 'Added 3 plants. 2 plants were already saved, and not added twice.'],
  [[true, false], 'Added 1 plant. 1 plant was already saved, and not added twice.'],
  [[true, true], '2 plants were already saved. Nothing was added twice.'],
  [[false, false], 'Added 2 plants.'],
])('the number of added plants is that of Undo: there already %j', (areThere, text) => {
  const plants = areThere.map((wasThereAlready, index) => ({
    plant: { id: BigInt(index), name: 'Fern' },
    etag: undefined,
    wasThereAlready,
  }));
  const inOne = [{ plants, receipt: 7n }];
  const oneByOne = plants.map((one) => ({ plants: [one], receipt: undefined }));
  for (const all of [inOne, oneByOne])
    expect(formMessages.saved(all, undefined, [], undefined, '/').text).toBe(text);
});

test('the next search ends the message about an added plant, and the list of all plants does not', () => {
  const message = formMessages.saved([], undefined, [], undefined, '/?q=rose');
  const search = (q: string) => ({ ...allPlants, q });
  expect(isOutdated(message, search('rose'))).toBe(false);
  expect(isOutdated(message, search('fern'))).toBe(true);
  expect(isOutdated(message, allPlants)).toBe(false);
  expect(isOutdated(formMessages.atField, search('fern'))).toBe(false);
});
