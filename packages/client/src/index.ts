export { callOptions } from './call-options.ts';
export { createPlantStoreClient, type PlantStoreClient } from './client.ts';
export { type Failure, failureOf } from './failure.ts';
