import { StoreError } from '@plant-store/schema';
import { attempt } from '../../api/attempt.ts';
import { browserClient } from '../../api/browser-client.ts';
import { reason } from '../../api/reason.ts';
import { useAttempt } from '../../session/use-attempt.ts';
import { newIds } from '../file/new-ids.ts';
import type { ImportSettings } from './import-request.ts';

/** Returns a function that finds new ids for rows whose ids contain letters, from the store's next free id on. */
export function useNewIds() {
  const attemptSignedIn = useAttempt();
  return async ({ file, columns }: ImportSettings) => {
    const free = await attemptSignedIn(() => attempt(() => browserClient.plants.nextFreeId.query()));
    if (!free.failure) return newIds(file, columns, free.value);
    throw new StoreError('badRequest', reason(free.failure));
  };
}
