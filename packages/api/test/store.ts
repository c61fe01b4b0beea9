import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Database, tokens } from '@plant-store/db';
import { type AtEnd, oncePerFile, rowsOf } from '@plant-store/db/testing';
import { borrowStore } from '@plant-store/db/testing/borrowed-store';
import { type Scope, scopes } from '@plant-store/schema';
import type { FastifyServerOptions } from 'fastify';
import { onTestFinished } from 'vitest';
import type { PasswordHashing } from '../src/auth/sessions/better-auth.ts';
import { createServer } from '../src/index.ts';
import { type RateLimitSettings, unlimited } from '../src/limits/rate-limit-settings.ts';
import { quickHashing } from './quick-hashing.ts';

export type Store = {
  url: string;
  db: Database;
  /** Node's own server, so that a test can shorten its time limits. */
  server: Server;
  /** The DATABASE_URL of the store. */
  databaseUrl: string;
  /** The rows of an SQL statement on a separate connection. */
  rows(sql: string): Promise<Record<string, unknown>[]>;
  /** Stops the server and closes its store, like the process on SIGTERM. */
  stop(): Promise<void>;
  /** The value of a new token with these scopes. */
  tokenFor(...scopes: Scope[]): Promise<string>;
  /** Sends a request to the store with an administrator's token, unless `headers` have another. */
  send(path: string, init?: RequestInit): Promise<Response>;
  /** Sends a body to `POST /plants`; text is sent unchanged. */
  post(body: unknown, headers?: Record<string, string>): Promise<Response>;
};

type Options = {
  logger?: FastifyServerOptions['logger'];
  requiresIfMatch?: boolean;
  firstTokenFile?: () => string | undefined;
  trustProxy?: string[] | false;
  limits?: Partial<RateLimitSettings>;
  readerTimeoutMs?: number;
  /** The password hashing; production uses scrypt. */
  hashing?: PasswordHashing | 'scrypt';
  /** Wraps the store for the server. */
  seen?: (db: Database) => Database;
};

/** The real server on its own port, with a new, empty store; both end with the test. */
export const startStore = (options: Options = {}): Promise<Store> => openStore(options, onTestFinished);

/** Gives a store to `use`, and ends it then; for tests with many stores. */
export async function withStore(use: (store: Store) => Promise<void>): Promise<void> {
  const ends: Parameters<AtEnd>[0][] = [];
  try {
    await use(await openStore({}, (end) => void ends.push(end)));
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

/**
 * A store that the tests of a file share, because the store does not change. `make` starts it at the first use, and it
 * ends with the file.
 */
export const shareStore = <Shared>(make: (start: typeof startStore) => Promise<Shared>) =>
  oncePerFile((atEnd) => make((options = {}) => openStore(options, atEnd)));

async function openStore(
  {
    logger = false,
    requiresIfMatch = false,
    firstTokenFile,
    trustProxy = ['loopback'],
    limits = {},
    readerTimeoutMs,
    hashing = quickHashing,
    seen = (db) => db,
  }: Options,
  atEnd: AtEnd,
): Promise<Store> {
  const { db, url: databaseUrl } = await borrowStore(atEnd);
  const app = createServer({
    db: seen(db),
    logger,
    requiresIfMatch,
    firstTokenFile,
    trustProxy,
    limits: { ...unlimited, ...limits },
    readerTimeoutMs,
    hashing: hashing === 'scrypt' ? undefined : hashing,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= Promise.resolve(app.close()));
  atEnd(close);

  let made = 0;
  const tokenFor = async (...wanted: Scope[]) =>
    (await tokens.create(db, { name: `test ${made++}`, scopes: wanted })).value;
  const admin = await tokenFor(...scopes);
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const send = (path: string, init: RequestInit = {}) =>
    fetch(url + path, {
      ...init,
      headers: { authorization: `Bearer ${admin}`, ...(init.headers as object) },
    });
  return {
    url,
    db,
    server: app.server,
    databaseUrl,
    rows: (sql) => rowsOf(databaseUrl, sql),
    stop: () => close().then(db.close),
    tokenFor,
    send,
    post: (body, headers = {}) =>
      send('/plants', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body:
          typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
      }),
  };
}
