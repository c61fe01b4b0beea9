import { randomBytes } from 'node:crypto';
import { type Database, newToken, tokens } from '@plant-store/db';
import { createRateLimit } from '@plant-store/http';
import { StoreError } from '@plant-store/schema';
import { expect, test } from 'vitest';
import { limitUnknownTokens } from '../../src/auth/bad-tokens.ts';
import { stopClock } from '../clock.ts';
import { startStore } from '../store.ts';
import { trpcClient } from '../trpc/trpc-client.ts';

/** A store that counts its lookups of tokens. */
async function startCounted() {
  let looks = 0;
  const counting = <Args, Row>({ args, query }: { args: Args; query(args: Args): Promise<Row> }) => {
    looks++;
    return query(args);
  };
  const seen = (db: Database) => {
    const query = { token: { findUnique: counting }, session: { findUnique: counting } };
    const prisma = { value: db.prisma.$extends({ query }) };
    return Object.create(db, { prisma }) as Database;
  };
  const store = await startStore({ seen });
  const ask = (token: string, address?: string) =>
    fetch(`${store.url}/plants`, {
      headers: { authorization: `Bearer ${token}`, ...(address && { 'x-forwarded-for': address }) },
    });
  return { ...store, ask, looks: () => looks };
}
type Store = Awaited<ReturnType<typeof startCounted>>;

async function sendBad({ ask }: Store, count: number, token = newToken) {
  for (let sent = 0; sent < count; sent++) expect((await ask(token())).status).toBe(401);
}

const typo = (): string => newToken().replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));

test.for([
  ['not known', newToken],
  ['mistyped', typo],
  ['malformed', (): string => 'x'],
] as const)(
  '401 for 20 tokens that are %s, and then 429 without a query until the minute ends',
  async ([, make]) => {
    const clock = stopClock();
    const store = await startCounted();
    await sendBad(store, 20, make);
    const before = store.looks();
    for (const token of [make(), newToken(), typo(), 'x']) {
      const refused = await store.ask(token);
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toBe('40');
      expect(refused.headers.get('ratelimit-policy')).toBe('"bad-tokens";q=20;w=60');
      expect(refused.headers.get('ratelimit')).toBe('"bad-tokens";r=0;t=40');
      expect(await refused.json()).toEqual({
        error: 42900,
        message: 'more than 20 invalid tokens came from 127.0.0.1 within a minute; try again in 40 seconds',
      });
    }
    expect(store.looks()).toBe(before);
    clock.pass(40);
    expect((await store.ask(make())).status).toBe(401);
  },
);

/** Sends 200 concurrent lookups from one network to a slow store; `mostAtOnce` is the maximum of running queries. */
async function lookAtOnce(found: object | undefined) {
  const guard = limitUnknownTokens(createRateLimit({ name: 'bad', quota: 20, windowSeconds: 60 }), 'token');
  let [reads, underWay, mostAtOnce] = [0, 0, 0];
  const read = async () => {
    reads++;
    mostAtOnce = Math.max(mostAtOnce, ++underWay);
    await new Promise(setImmediate);
    underWay--;
    return found;
  };
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => guard.lookUp(`token ${index}`, '192.0.2.1', read)),
  );
  return { answers, reads, mostAtOnce };
}

test('at most 20 of 200 concurrent unknown tokens are looked up', async () => {
  stopClock();
  const { answers, reads } = await lookAtOnce(undefined);
  expect(reads).toBe(20);
  expect(answers.filter((answer) => answer === undefined)).toHaveLength(20);
  expect(answers.filter((answer) => answer instanceof StoreError)).toHaveLength(180);
});

test('200 new valid tokens are all looked up, 20 at a time', async () => {
  stopClock();
  const till = { name: 'till' };
  const { answers, mostAtOnce } = await lookAtOnce(till);
  expect(new Set(answers)).toEqual(new Set([till]));
  expect(mostAtOnce).toBe(20);
});

test('a repeated bad token counts each time', async () => {
  stopClock();
  const store = await startCounted();
  const token = newToken();
  await sendBad(store, 20, () => token);
  expect((await store.ask(token)).status).toBe(429);
});

test('a token that was valid here works despite any other tokens from its address', async () => {
  const clock = stopClock();
  const store = await startCounted();
  const [inUse, unused] = [await store.tokenFor('plants:read'), await store.tokenFor('plants:read')];
  expect((await store.ask(inUse)).status).toBe(200);
  await sendBad(store, 20);
  expect((await store.ask(newToken())).status).toBe(429);
  // A lookup is cached for half a second. Then the token is looked up again.
  const before = store.looks();
  await expect
    .poll(async () => {
      expect((await store.ask(inUse)).status).toBe(200);
      return store.looks();
    })
    .toBeGreaterThan(before);
  expect((await store.ask(unused)).status).toBe(429);
  expect((await store.ask(unused, '192.0.2.1')).status).toBe(200);
  clock.pass(40);
  expect((await store.ask(unused)).status).toBe(200);
});

test('invalid tokens do not block the sessions of an address, and invalid sessions not its tokens', async () => {
  stopClock();
  const store = await startCounted();
  const token = await store.tokenFor('plants:read');
  const { secret } = await trpcClient(store.url, token).session.start.mutate();
  const ask = (session: string) =>
    trpcClient(store.url, { cookie: `plant-store-session=${session}` }).session.get.query();
  await sendBad(store, 20);
  expect((await store.ask(newToken())).status).toBe(429);
  await expect(ask(secret)).resolves.toBeDefined();
  const madeUp = () => ask(randomBytes(32).toString('base64url'));
  for (let sent = 0; sent < 20; sent++)
    await expect(madeUp()).rejects.toMatchObject({ data: { error: 40101 } });
  const before = store.looks();
  await expect(madeUp()).rejects.toMatchObject({
    message: expect.stringMatching(/^more than 20 invalid sessions came from 127\.0\.0\.1 /),
    data: { error: 42900 },
  });
  expect(store.looks()).toBe(before);
  await expect(ask(secret)).resolves.toBeDefined();
});

test('expired tokens do not count as invalid', async () => {
  stopClock();
  const store = await startCounted();
  const expired = { scopes: ['admin' as const], expiresAt: new Date(Date.now() - 1) };
  const { value } = await tokens.create(store.db, { name: 'old', ...expired });
  await sendBad(store, 30, () => value);
  expect((await store.ask(newToken())).status).toBe(401);
});
