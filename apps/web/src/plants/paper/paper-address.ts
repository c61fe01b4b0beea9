import { addressOf, type PlantSearch } from '../search/plant-search.ts';
import type { Selection } from '../selection/selection.ts';

/** A path with the query of the list, as in `/print?q=ficus`. */
export const paperAddress = (path: '/print' | '/labels', search: PlantSearch): string =>
  path + addressOf(search).slice(1);

/** A selection stands in the fragment, which survives a reload, and which no server limits in length or writes down. */
export const labelsAddress = (selection: Selection, search: PlantSearch): string =>
  selection.kind === 'all'
    ? paperAddress('/labels', search)
    : `/labels?selection#${[...selection.plants.keys()].join()}`;
