import { queryOptions } from '@tanstack/react-query';
import { browserClient } from '../../api/browser-client.ts';
import { addressOf, allPlants, filterOf, type PlantSearch } from './plant-search.ts';

export const plantCount = (search: PlantSearch) =>
  queryOptions({
    queryKey: ['plant-count', addressOf({ ...search, sort: allPlants.sort })],
    queryFn: async ({ signal }) =>
      (await browserClient.plants.count.query(filterOf(search), { signal })).count,
  });

/** The most used tags with words that begin like those of `q`, with the numbers of their plants. */
export const tagsLike = (q: string) =>
  queryOptions({
    queryKey: ['tags', q],
    queryFn: ({ signal }) => browserClient.tags.list.query({ ...(q !== '' && { q }) }, { signal }),
  });
