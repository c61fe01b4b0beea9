import { join } from 'node:path';

export const serverKeys = ['ours', 'a', 'b', 'c'] as const;
export type ServerKey = (typeof serverKeys)[number];

type Start = { file: string; port: number; token: string };

export type Contestant = {
  key: ServerKey;
  title: string;
  /** The beginning of every path. */
  base: string;
  /** Whether it keeps ids exact beyond 2^53. */
  isExact: boolean;
  /** Whether it has only the table of plants. */
  isBare?: boolean;
  /** The words after `node`, and the environment besides PATH and NODE_ENV=production. */
  words(start: Start): string[];
  env(start: Start): Record<string, string>;
};

const bench = join(import.meta.dirname, '..');

const bare = (key: ServerKey, title: string, committing: string): Contestant => ({
  key,
  title,
  base: '',
  isExact: true,
  isBare: true,
  words: ({ file, port, token }) => [join(bench, 'servers/bare.ts'), committing, file, String(port), token],
  env: () => ({}),
});

/** The servers under test, by the letters of the README. */
export const contestants: Record<ServerKey, Contestant> = {
  ours: {
    key: 'ours',
    title: 'plant store',
    base: '',
    isExact: true,
    // The options of `npm start`.
    words: () => ['--max-semi-space-size=8', '--expose-gc', join(bench, '../apps/api/src/main.ts')],
    // All settings of the bench, so that none comes from a file .env.
    env: ({ file, port, token }) => ({
      HOST: '127.0.0.1',
      API_PORT: String(port),
      DATABASE_URL: `file:${file}`,
      PLANT_STORE_TOKEN: token,
      LOG_LEVEL: 'info',
      // The compile cache that `npm start` uses too.
      NODE_COMPILE_CACHE: join(bench, '../node_modules/.cache/node'),
    }),
  },
  a: bare('a', 'bare, one commit each', 'each'),
  b: bare('b', 'bare, group commit', 'group'),
  c: {
    key: 'c',
    title: 'Next + trpc-to-openapi + Prisma',
    base: '/api',
    // The adapter reads bodies with plain JSON.parse, and JSON.stringify writes no bigint.
    isExact: false,
    words: ({ port }) => [join(bench, 'documented/serve.ts'), String(port)],
    env: ({ file, token }) => ({
      NEXT_TELEMETRY_DISABLED: '1',
      DATABASE_URL: `file:${file}`,
      ACCESS_TOKEN: token,
    }),
  },
};
