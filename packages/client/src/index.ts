export { createPlantStoreClient, type PlantStoreClient } from './client.ts';
export { type Conditions, on } from './conditions.ts';
export { type Failure, failureOf } from './failure.ts';
