import { expect, test } from 'vitest';
import type { QueuedPlant } from '../../../src/plants/queue/queued-plant.ts';
import { currentMessage, formMessages } from '../../../src/plants/queue-ui/save-message.ts';

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
  const message = formMessages.saved([], undefined);
  expect(currentMessage(message, [])).toBe(message);
});
