import { useInfiniteQuery } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { QueryProvider } from '../../src/api/query-provider.tsx';
import { plantPages } from '../../src/plants/queries/list-queries.ts';
import { allPlants } from '../../src/plants/search/plant-search.ts';

function List() {
  const { data } = useInfiniteQuery(plantPages(allPlants, { items: [] }));
  return data?.pages.length;
}

test('a list that the server renders leaves no timer, which would keep the request in memory', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  expect(renderToString(createElement(QueryProvider, null, createElement(List)))).toBe('1');
  expect(vi.getTimerCount()).toBe(0);
});
