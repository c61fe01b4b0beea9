import { expect, test } from 'vitest';
import { createFairQueue } from '../../src/threads/fair-queue.ts';

/** A queue with these entries, each of the caller with its first letter. */
function queueOf(...entries: string[]) {
  const queue = createFairQueue<string>();
  for (const entry of entries) queue.push(entry.charAt(0), entry);
  return queue;
}

const drained = (queue: ReturnType<typeof queueOf>) =>
  Array.from({ length: queue.size() }, () => queue.shift());

test('callers are served in turn, and each caller in the order of its entries', () => {
  expect(drained(queueOf('a1', 'a2', 'a3', 'b1', 'c1', 'b2'))).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('a caller who comes later waits for one entry of each other caller', () => {
  const queue = queueOf('a1', 'a2', 'a3', 'b1', 'b2');
  expect(queue.shift()).toBe('a1');
  queue.push('c', 'c1');
  expect(drained(queue)).toEqual(['b1', 'a2', 'c1', 'b2', 'a3']);
  expect([queue.size(), queue.shift()]).toEqual([0, undefined]);
});

test('taken entries leave the queue, and the others keep their order', () => {
  const queue = queueOf('a1', 'a2', 'b2', 'a3', 'c2');
  expect(queue.takeAll((entry) => entry.endsWith('2'))).toEqual(['a2', 'b2', 'c2']);
  expect([queue.size(), drained(queue)]).toEqual([2, ['a1', 'a3']]);
});

test('a caller displaces the last entry of the one with the most, until both have as many', () => {
  const queue = queueOf('a1', 'b1', 'b2', 'b3');
  expect(queue.displace('c')).toBe('b3');
  queue.push('c', 'c1');
  expect(queue.displace('c')).toBeUndefined();
  expect(queue.displace('d')).toBe('b2');
  expect(queue.displace('d')).toBeUndefined();
  expect(queue.size()).toBe(3);
});
