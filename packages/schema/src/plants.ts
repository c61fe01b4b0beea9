// The part that files of plants need. The thread of each import loads only this: all schemas would take 30 ms more.
export { StoreError } from './errors/store-error.ts';
export type { NewPlant } from './plants/plant.ts';
export * from './plants/plant-columns.ts';
export { NewPlantLine, NewPlantText } from './plants/plant-fields.ts';
export { bareId } from './text/bare-id.ts';
export { storedLine, toSingleLine, withoutForbidden } from './text/characters.ts';
export { IdText } from './values/id-text.ts';
export { parseJson, toJson } from './values/json.ts';
export { RepeatedKey } from './values/repeated-key.ts';
