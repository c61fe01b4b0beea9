export * from '@plant-store/engine/testing';

/** Whether this is a table of SQLite's search or upkeep, which is derived from others and has no model. */
export const isOfSearch = (table: string): boolean =>
  /^(plant_words(_\w+)?|words_mark|words_due)$/.test(table);
