import { type CallOptions, callOptions, createPlantStoreClient } from '@plant-store/client';
import { headers } from 'next/headers';
import { apiUrl, readEnv } from '../server/env.ts';

/** The time that a page waits for the API before it is shown without its data. */
const timeoutMs = 8_000;

/**
 * A client of the API on the server: for a browser with its cookie, or for a token that signs in. It forwards the
 * browser's address; otherwise all browsers would share one rate limit.
 */
export async function serverClient(credentials: Record<string, string>) {
  const address = (await headers()).get('x-forwarded-for') ?? '';
  return createPlantStoreClient({
    url: `${apiUrl(readEnv())}/trpc`,
    headers: { ...credentials, 'x-forwarded-for': address },
  });
}

/** Options for a request of the server to the API. */
export const pageOptions = (options: CallOptions = {}) => callOptions({ timeoutMs, ...options });
