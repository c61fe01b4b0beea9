import type { PlantStoreClient } from '@plant-store/client';
import { attempt } from '../../api/attempt.ts';

/** `undefined` also if the store does not answer. */
export async function firstTokenFile(client: PlantStoreClient): Promise<string | undefined> {
  const { value } = await attempt(() => client.people.firstTokenFile.query());
  return value ?? undefined;
}
