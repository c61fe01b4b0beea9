import type { ImportError } from '@plant-store/schema';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CellList } from '../../../src/imports/check/cell-list.tsx';

const cell = { row: 2, column: 'id', value: '7', message: 'est pris' };
const shown = (error: ImportError, isDone = false) =>
  renderToStaticMarkup(createElement(CellList, { title: 'Rows', cells: [error], isDone })).replaceAll(
    '&quot;',
    '"',
  );

test('a taken id is told in the words of the page, whatever the words of the store', () => {
  const taken = { ...cell, holder: 'Fern' };
  const text = 'Is already taken by “<bdi translate="no">Fern</bdi>”; give another id, or';
  expect(shown(taken)).toContain(`${text} choose another option under “If the id already exists”.`);
  expect(shown(taken, true)).toContain(`${text} import the row again with another option under “If`);
});

test('another problem is told in the words of the store', () => {
  const message = 'is x; choose y (duplicates=update or skip)';
  expect(shown({ ...cell, message })).toContain('Is x; choose y (duplicates=update or skip).');
});
