import { createPlantStoreClient } from '@plant-store/client';
import { apiUrl, readEnv } from '../env.ts';
import { within } from './within.ts';

/** How long a page waits for the API before it is shown without what the API knows. */
const timeoutMs = 8_000;

/** The API as the server asks it: for a browser, with its cookie, or for somebody who signs in, with a token. */
export const serverClient = (headers: Record<string, string>) =>
  createPlantStoreClient({ url: `${apiUrl(readEnv())}/trpc`, headers });

/** A signal for one request of the server to the API. */
export const inTime = () => within(timeoutMs);
