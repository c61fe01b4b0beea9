import { isIP } from 'node:net';
import { dirname, join } from 'node:path';
import { addressFault, isWellFormedToken, sqliteFileOf } from '@plant-store/db';
import { loadSettings } from '@plant-store/http/env-file';
import { hostSetting, parseSettings, portSetting } from '@plant-store/http/settings';
import { z } from 'zod';
import { databaseFile } from './database-file.ts';

/** The folder of the whole project. Relative paths in settings start here, whatever the working folder. */
export const projectFolder = join(import.meta.dirname, '../../../..');

export const defaultStoreFile = join(projectFolder, 'data/plants.db');

/** The folder for other files of the store: the folder of its SQLite database, or of the default one. */
export const dataFolderOf = (url: string): string => dirname(sqliteFileOf(url) ?? defaultStoreFile);

export const envFile = join(projectFolder, '.env');

/** The defaults are far above the speed of one process; see docs/decisions/0016-rate-limits.md. */
function quota(usual: number) {
  return whole(0, 100_000_000, 'a whole number of requests a minute up to 100000000, 0 for no limit').default(
    usual,
  );
}

export const anAddress =
  'the address of a PostgreSQL database, such as postgresql://user:password@host:5432/plants';

const unusable = (url: string) => `must be ${anAddress}${isPostgresql(url) ? `: ${addressFault(url)}` : ''}`;

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const Env = z.object({
  HOST: hostSetting,
  API_PORT: portSetting(4000),
  DATABASE_URL: z
    .string()
    .refine((url) => url.startsWith('file:') || (isPostgresql(url) && !addressFault(url)), {
      abort: true,
      error: ({ input }) =>
        isPostgresql(String(input))
          ? unusable(String(input))
          : `must be file: and the path of an SQLite database, such as file:./data/plants.db, or ${anAddress}`,
    })
    .transform((url, { addIssue }) => {
      if (!url.startsWith('file:')) return url;
      const file = databaseFile(url, projectFolder);
      if (file.cause === undefined) return `file:${file.path}`;
      const cause = file.cause && ` (${file.cause})`;
      addIssue(`must be file: and the path of an SQLite database, such as file:./data/plants.db${cause}`);
      return z.NEVER;
    })
    .default(`file:${defaultStoreFile}`),
  DIRECT_URL: z
    .string()
    .refine((url) => isPostgresql(url) && !addressFault(url), {
      error: ({ input }) => unusable(String(input)),
    })
    .optional(),
  DATABASE_CONNECTIONS: whole(1, 1000, 'a whole number from 1 to 1000, such as 10').default(10),
  PLANT_STORE_TOKEN: z
    .string()
    .refine(isWellFormedToken, {
      error:
        'must be 32 to 200 letters, digits or any of - . _ ~ + /; if it begins with plt_, its length and checksum must be right',
    })
    .optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    // On a terminal, the lines of requests would push away the addresses and the link of a start.
    .default(() => (process.stdout.isTTY ? 'warn' : 'info')),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol), {
      error: 'must be the http:// or https:// address of an OTLP receiver, such as http://127.0.0.1:4318',
    })
    .optional(),
  OTEL_TRACES_SAMPLER: z
    .enum(samplers, { error: `must be one of ${samplers.join(', ')}` })
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .refine((text) => /^(0|1|0?\.\d+|[01]\.0+)$/.test(text), {
      error: 'must be the share of traces to keep, from 0 to 1, such as 0.01',
    })
    .transform(Number)
    .default(1),
  REQUIRE_IF_MATCH: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .default('false')
    .transform((text) => text === 'true'),
  DRAIN_SECONDS: whole(0, 60, 'a whole number of seconds from 0 to 60').default(0),
  RATE_LIMIT_READS: quota(10_000_000),
  RATE_LIMIT_WRITES: quota(5_000_000),
  RATE_LIMIT_ADDRESS_READS: quota(20_000_000),
  RATE_LIMIT_ADDRESS_WRITES: quota(10_000_000),
  TRUST_PROXY: ranges('proxies')
    .default('loopback')
    .transform((text): string[] | false => (text === 'none' ? false : partsOf(text))),
  WEBHOOK_ALLOW: ranges('receivers')
    .default('none')
    .transform((text) => (text === 'none' ? [] : partsOf(text))),
});
export type Env = z.infer<typeof Env>;
export type StoreSettings = Pick<Env, 'DATABASE_URL' | 'DATABASE_CONNECTIONS' | 'PLANT_STORE_TOKEN'>;

function whole(least: number, most: number, what: string) {
  return z
    .string()
    .refine((text) => isWhole(text, least, most), { error: `must be ${what}` })
    .transform(Number);
}

const isWhole = (text: string, least: number, most: number) =>
  /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most;

function ranges(what: string) {
  return z.string().refine((text) => text === 'none' || partsOf(text).every(isRange), {
    error: `must be none, or the addresses of ${what} and ranges of them with commas between, such as loopback,10.0.0.5,10.1.0.0/16`,
  });
}

const partsOf = (text: string) => text.split(',').map((part) => part.trim());

/** Refuses a range of all addresses (`/0`): every client could send any X-Forwarded-For, a webhook could go anywhere. */
function isRange(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const bitsMax = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return bitsMax > 0 && rest.length === 0 && (bits === undefined || isWhole(bits, 1, bitsMax));
}

/** Whether this begins as the address of a PostgreSQL database; `addressFault` reads the rest. */
export const isPostgresql = (url: string): boolean => /^postgres(?:ql)?:\/\//i.test(url);

/** The settings with these values, and defaults for the others. @throws StartError with each invalid setting */
export const settingsOf = (values: Record<string, string | undefined>): Env => parseSettings(Env, values);

/** The environment overrides `.env` in the project's folder. @throws StartError with each invalid setting */
export function readEnv(): Env {
  loadSettings(envFile, process.env);
  return settingsOf(process.env);
}
