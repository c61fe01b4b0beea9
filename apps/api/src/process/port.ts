import { once } from 'node:events';
import { createServer } from 'node:net';
import { listenError } from '@plant-store/http';
import type { Env } from '../settings/env.ts';

/**
 * Asserts that the API can listen at the configured address, before the store is opened: a start that must fail
 * changes nothing.
 */
export async function assertPortFree(env: Env): Promise<void> {
  const probe = createServer().listen({ port: env.API_PORT, host: env.HOST });
  try {
    await once(probe, 'listening');
  } catch (cause) {
    throw listenError(cause, env.HOST, 'API_PORT', env.API_PORT);
  }
  probe.close();
  await once(probe, 'close');
}
