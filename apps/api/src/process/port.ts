import { once } from 'node:events';
import { createServer } from 'node:net';
import { StartError } from '@plant-store/db';
import type { Env } from '../settings/env.ts';

/**
 * Asserts that the API can listen at the configured address. It runs before the store is opened, as a failed start must
 * change nothing.
 */
export async function assertPortFree(env: Env): Promise<void> {
  const probe = createServer().listen({ port: env.API_PORT, host: env.HOST });
  try {
    await once(probe, 'listening');
  } catch (cause) {
    throw cannotListen(cause, env);
  }
  probe.close();
  await once(probe, 'close');
}

/** The error for an address that cannot be used, with a remedy. */
export function cannotListen(cause: unknown, { HOST, API_PORT }: Env): unknown {
  const { code, syscall } = cause as { code?: string; syscall?: string };
  if (code === 'EADDRINUSE')
    return new StartError(
      `API_PORT: port ${API_PORT} of ${HOST} is already in use by another program or plant store; stop it, or set API_PORT to a free port.`,
    );
  if (code === 'EACCES')
    return new StartError(
      `API_PORT: port ${API_PORT} requires more rights than this user has; set API_PORT to a port above 1023.`,
    );
  if (syscall === 'listen' || syscall === 'getaddrinfo')
    return new StartError(
      `HOST: ${HOST} is not an address of this machine; use 127.0.0.1 for this machine only, or 0.0.0.0 for all its addresses.`,
    );
  return cause;
}
