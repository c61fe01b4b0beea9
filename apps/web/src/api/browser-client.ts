import { createPlantStoreClient } from '@plant-store/client';

/** The API as the page asks it. The browser adds the session's cookie, which no script can read. */
export const browserClient = createPlantStoreClient({ url: '/api/trpc' });
