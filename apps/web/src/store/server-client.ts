import { createPlantStoreClient } from '@plant-store/client';
import { headers } from 'next/headers';
import { apiUrl, readEnv } from '../env.ts';
import { within } from './within.ts';

/** How long a page waits for the API before it is shown without what the API knows. */
const timeoutMs = 8_000;

/**
 * The API as the server asks it: for a browser, with its cookie, or for somebody who signs in, with a token. It is told
 * the browser's address too, or all browsers together would be limited like one.
 */
export async function serverClient(credentials: Record<string, string>) {
  const address = (await headers()).get('x-forwarded-for') ?? '';
  return createPlantStoreClient({
    url: `${apiUrl(readEnv())}/trpc`,
    headers: { ...credentials, 'x-forwarded-for': address },
  });
}

/** A signal for one request of the server to the API. */
export const inTime = () => within(timeoutMs);
