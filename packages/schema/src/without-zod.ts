// Threads of the store import only this part: zod with its schemas costs 20 MB and 100 ms in each thread.
export * from './errors.ts';
export * from './plants/plant-columns.ts';
export { isInRanges, searchedIds } from './plants/searched-ids.ts';
export { storedTag, tagSpellings } from './text/characters.ts';
export { searchWords } from './text/fold.ts';
export * from './values/limits.ts';
