import { z } from 'zod';

const port = (example: number) =>
  z
    .string()
    .refine((text) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65535, {
      error: `must be a port, a whole number from 1 to 65535, such as ${example}`,
    })
    .transform(Number)
    .default(example);

const Env = z
  .object({ HOST: z.string().default('127.0.0.1'), WEB_PORT: port(3000), API_PORT: port(4000) })
  .refine((env) => env.WEB_PORT !== env.API_PORT, {
    path: ['WEB_PORT'],
    error: 'must differ from API_PORT; set one of them to another port',
  });
export type Env = z.infer<typeof Env>;

/** An error for an invalid setting or a failed start. It is printed in one line, without a stack. */
export class StartError extends Error {}

/**
 * Reads the settings, with defaults for the others. @throws StartError with each invalid setting and its accepted
 * values
 */
export function readEnv(): Env {
  // An empty setting counts as absent.
  const result = Env.safeParse(
    Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== '')),
  );
  if (result.success) return result.data;
  throw new StartError(
    `${result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}.`,
  );
}

/** The address at which this process reaches the API. */
export const apiUrl = ({ HOST, API_PORT }: Env): string => reachedAt(HOST, API_PORT);

/** The address at which this process reaches the web server. */
export const ownUrl = ({ HOST, WEB_PORT }: Env): string => reachedAt(HOST, WEB_PORT);

function reachedAt(host: string, port: number): string {
  // No client can connect to the address of all addresses, so the loopback address replaces it.
  const anyAddress: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  return `http://${bracketed(anyAddress[host] ?? host)}:${port}`;
}

/** The web server's address, as it is printed at the start. */
export const webUrl = ({ HOST, WEB_PORT }: Env): string => `http://${bracketed(HOST)}:${WEB_PORT}`;

/** A URL has an IPv6 address in brackets (RFC 3986, section 3.2.2). */
const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host);
