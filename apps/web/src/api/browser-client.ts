import { createPlantStoreClient } from '@plant-store/client';

/** The client of the API for the page. The browser sends the session's cookie, which no script can read. */
export const browserClient = createPlantStoreClient({ url: '/api/trpc' });
