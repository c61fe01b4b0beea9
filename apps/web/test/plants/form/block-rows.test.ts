import { expect, test } from 'vitest';
import { rowOfCells } from '../../../src/plants/form/block-rows.ts';
import { refusalText } from '../../../src/plants/queue-ui/refusal-text.ts';

const problemOf = (cells: Parameters<typeof rowOfCells>[0]) =>
  refusalText({ key: 'key', owner: 'person:1', typedAt: 0, isTried: false, ...rowOfCells(cells) });

test('a pasted row is read as the form reads it', () =>
  expect(rowOfCells({ id: '#1,234', name: ' Fern ', tag: '' })).toEqual({
    plant: { id: 1234n, name: 'Fern', tag: undefined },
  }));

test('a pasted row with a problem keeps its text, and says what to correct', () => {
  expect(rowOfCells({ id: '7x' }).plant).toEqual({ id: '7x', name: '', tag: '' });
  expect(problemOf({ id: '7x', name: 'Fern' })).toMatch(/^Id .*whole number/);
  expect(problemOf({ id: '7' })).toMatch(/^Name is (empty|missing)/);
});
