import { urlOf } from '@plant-store/http/address';
import { hostSetting, parseSettings, portSetting } from '@plant-store/http/settings';
import { z } from 'zod';

const Env = z
  .object({ HOST: hostSetting, WEB_PORT: portSetting(3000), API_PORT: portSetting(4000) })
  .refine((env) => env.WEB_PORT !== env.API_PORT, {
    path: ['WEB_PORT'],
    error: 'must differ from API_PORT; set one of them to another port',
  });
export type Env = z.infer<typeof Env>;

/** The settings, with defaults for the others. @throws StartError with each invalid setting and its accepted values */
export const readEnv = (): Env => parseSettings(Env, process.env);

/** The address at which this process reaches the API. */
export const apiUrl = ({ HOST, API_PORT }: Env): string => urlOf(HOST, API_PORT);

/** The address at which this process and people on this machine reach the web server. */
export const ownUrl = ({ HOST, WEB_PORT }: Env): string => urlOf(HOST, WEB_PORT);
