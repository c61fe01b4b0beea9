import { addressOf, type PlantSearch } from './plant-search.ts';

/** A path with the query of the list, as in `/print?q=ficus`. */
export const paperAddress = (path: '/print' | '/labels', search: PlantSearch): string =>
  path + addressOf(search).slice(1);

/** The address of labels for the plants that a receipt added or changed. */
export const receiptLabels = (receipt: bigint): string => `/labels?receipt=${receipt}`;

/** The address of labels for the plants of a group of single additions. */
export const additionsLabels = (id: bigint): string => `/labels?added=${id}`;

/**
 * Selected ids stand in the fragment, which survives a reload, and which no server limits in length or writes down.
 * Without ids it is the address for all that is found.
 */
export const labelsAddress = (ids: readonly bigint[] | undefined, search: PlantSearch): string =>
  ids ? `/labels?selection#${ids.join()}` : paperAddress('/labels', search);
