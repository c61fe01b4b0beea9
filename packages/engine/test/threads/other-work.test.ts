import { expect, test } from 'vitest';
import { otherWork } from '../../src/threads/other-work.ts';

/** The number of turns of the event loop until other work ends, if each turn has this work, in milliseconds. */
async function turnsWith(work: number[]): Promise<number> {
  let ms = 0;
  let turns = 0;
  let isOver = false;
  const turn = () => {
    if (isOver) return;
    ms += work[turns++] ?? 0;
    setImmediate(turn);
  };
  setImmediate(turn);
  await otherWork(10, () => ms);
  isOver = true;
  return turns;
}

test('other work ends after the first turn without work', async () => {
  expect(await turnsWith([1, 1, 1])).toBe(4);
  expect(await turnsWith([])).toBe(1);
});

test('other work that does not end gets no more than its time', async () => {
  expect(await turnsWith(Array(100).fill(4))).toBe(3);
});
