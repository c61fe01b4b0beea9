import { createPlantStoreClient } from '@plant-store/client';
import { headers } from 'next/headers';
import { apiUrl, readEnv } from '../server/env.ts';

/** After this time without an answer from the API, a page is shown without its data. */
const timeoutMs = 8_000;

/** The API gets the browser's address; otherwise all browsers would share one rate limit. */
export async function serverClient(credentials: Record<string, string>) {
  const address = (await headers()).get('x-forwarded-for') ?? '';
  return createPlantStoreClient({
    url: `${apiUrl(readEnv())}/trpc`,
    headers: { ...credentials, 'x-forwarded-for': address },
    timeoutMs,
  });
}
