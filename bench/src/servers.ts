import { join } from 'node:path';

export const serverKeys = ['ours', 'a', 'b', 'c'] as const;
export type ServerKey = (typeof serverKeys)[number];

type Start = { file: string; port: number; token: string };

export type BenchServer = {
  key: ServerKey;
  title: string;
  /** The start of every path. */
  base: string;
  /** True if the server keeps ids above 2^53 exact. */
  isExact: boolean;
  /** True if the table of plants is the only table of the server's store. */
  isBare?: boolean;
  /** The arguments of `node`, and the environment variables besides PATH and NODE_ENV=production. */
  words(start: Start): string[];
  env(start: Start): Record<string, string>;
};

const bench = join(import.meta.dirname, '..');

const bare = (key: ServerKey, title: string, committing: string): BenchServer => ({
  key,
  title,
  base: '',
  isExact: true,
  isBare: true,
  words: ({ file, port, token }) => [join(bench, 'servers/bare.ts'), committing, file, String(port), token],
  env: () => ({}),
});

/** The measured servers, by their letters in the README. */
export const servers: Record<ServerKey, BenchServer> = {
  ours: {
    key: 'ours',
    title: 'plant store',
    base: '',
    isExact: true,
    // The same options as `npm start`.
    words: () => ['--max-semi-space-size=8', '--expose-gc', join(bench, '../apps/api/src/main.ts')],
    // All settings are set here, so that a file .env has no effect.
    env: ({ file, port, token }) => ({
      HOST: '127.0.0.1',
      API_PORT: String(port),
      DATABASE_URL: `file:${file}`,
      PLANT_STORE_TOKEN: token,
      LOG_LEVEL: 'info',
      // The same compile cache as `npm start`.
      NODE_COMPILE_CACHE: join(bench, '../node_modules/.cache/node'),
    }),
  },
  a: bare('a', 'bare, one commit each', 'each'),
  b: bare('b', 'bare, group commit', 'group'),
  c: {
    key: 'c',
    title: 'Next + trpc-to-openapi + Prisma',
    base: '/api',
    // Not exact: the adapter uses JSON.parse, and JSON.stringify cannot write a bigint.
    isExact: false,
    words: ({ port }) => [join(bench, 'documented/serve.ts'), String(port)],
    env: ({ file, token }) => ({
      NEXT_TELEMETRY_DISABLED: '1',
      DATABASE_URL: `file:${file}`,
      ACCESS_TOKEN: token,
    }),
  },
};
