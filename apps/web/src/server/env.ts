import { urlOf } from '@plant-store/http/address';
import { parseSettings } from '@plant-store/http/settings';
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

/** The settings, with defaults for the others. @throws StartError with each invalid setting and its accepted values */
export const readEnv = (): Env => parseSettings(Env, process.env);

/** The address at which this process reaches the API. */
export const apiUrl = ({ HOST, API_PORT }: Env): string => reachedAt(HOST, API_PORT);

/** The address at which this process reaches the web server. */
export const ownUrl = ({ HOST, WEB_PORT }: Env): string => reachedAt(HOST, WEB_PORT);

function reachedAt(host: string, port: number): string {
  // No client can connect to the address of all addresses, so the loopback address replaces it.
  const anyAddress: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  return urlOf(anyAddress[host] ?? host, port);
}
