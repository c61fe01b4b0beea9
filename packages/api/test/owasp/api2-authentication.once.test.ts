// API2:2023 Broken Authentication.
import { createHash } from 'node:crypto';
import { newToken } from '@plant-store/db';
import { expect, test, vi } from 'vitest';
import { quickHashing } from '../quick-hashing.ts';
import { startStore } from '../store.ts';
import { trpcClient } from '../trpc/trpc-client.ts';
import {
  ask,
  type Credentials,
  callProcedure,
  cookieOf,
  passwordOf,
  signIn,
  startWithCallers,
} from './callers.ts';

const sha256 = (text: string, encoding: 'hex' | 'base64url') =>
  createHash('sha256').update(text).digest(encoding);
const bearer = (value: string): Credentials => ({ authorization: `Bearer ${value}` });
const swapCase = (text: string) =>
  text.replaceAll(/[a-z]/gi, (c) => (c < 'a' ? c.toLowerCase() : c.toUpperCase()));

/** Each attempt uses its own address: after several failures an address is blocked for a while. */
let attempts = 0;
const from = () => ({ 'x-forwarded-for': `2001:db8:${(attempts++).toString(16)}::1` });

/** The attempts that succeeded, or were refused without 401 and a challenge. */
async function letIn(url: string, tries: Record<string, Credentials>): Promise<string[]> {
  const seen: string[] = [];
  for (const [how, credentials] of Object.entries(tries))
    for (const path of [
      '/plants',
      '/trpc/plants.list?input=%7B%22json%22%3A%7B%7D%7D',
      '/metrics',
      '/nowhere',
    ]) {
      const { status, headers, text } = await ask(url + path, { headers: { ...credentials, ...from() } });
      const isRefused =
        status === 401 && headers.get('www-authenticate')?.startsWith('Bearer realm="plant-store"');
      if (!isRefused || text.includes('Fern')) seen.push(`${how}, ${path}: ${status}`);
    }
  return seen;
}

test('an invented token, a former token, and a token in a wrong place are refused', async () => {
  const { url, tokenFor, db, post } = await startStore();
  await post({ id: 1, name: 'Fern' });
  const value = await tokenFor('plants:read', 'tokens');
  const client = trpcClient(url, bearer(value));
  const { tokens } = await import('@plant-store/db');
  const expired = newToken();
  await tokens.create(db, { name: 'expired', scopes: ['admin'], value: expired, expiresAt: new Date(0) });
  const toRevoke = await client.tokens.create.mutate({ name: 'revoked', scopes: ['plants:read'] });
  await client.tokens.revoke.mutate({ id: toRevoke.id });
  const toRotate = await client.tokens.create.mutate({ name: 'rotated', scopes: ['plants:read'] });
  await client.tokens.rotate.mutate({ id: toRotate.id, overlapHours: 0 });
  const { secret } = await client.session.start.mutate();
  const tries: Record<string, Credentials> = {
    'a token of another store': bearer(newToken()),
    'all but the last character': bearer(value.slice(0, -1)),
    'an additional character': bearer(`${value}0`),
    'the other case': bearer(swapCase(value)),
    'its hash': bearer(sha256(value, 'hex')),
    'an expired token': bearer(expired),
    'a revoked token': bearer(toRevoke.value ?? ''),
    'the value before a rotation': bearer(toRotate.value ?? ''),
    'the secret of a session': bearer(secret),
    'two tokens, the valid one second': { authorization: `Bearer ${newToken()}, Bearer ${value}` },
    'a token with text around it': { authorization: `Bearer token=${value}` },
    'as Basic': { authorization: `Basic ${Buffer.from(`x:${value}`).toString('base64')}` },
    'as Token': { authorization: `Token ${value}` },
    'without a scheme': { authorization: value },
    'in another header': {
      'x-api-key': value,
      'x-auth-token': value,
      'proxy-authorization': `Bearer ${value}`,
    },
    'as a cookie': cookieOf(value),
    'as the cookie of another name': { cookie: `token=${value}; authorization=Bearer ${value}` },
    'the hash of a session': cookieOf(sha256(secret, 'hex')),
    'a part of a session': cookieOf(secret.slice(0, -1)),
    'a session from a page of another site': {
      ...cookieOf(secret),
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    },
    'an unsigned promise': bearer(
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"sub":"admin","scope":"admin"}').toString('base64url')}.`,
    ),
    SQL: bearer(`' OR '1'='1`),
  };
  expect(await letIn(url, tries)).toEqual([]);
  expect((await ask(`${url}/plants?access_token=${value}&token=${value}`)).status).toBe(401);
  // Correct credentials work, and an ended session does not.
  expect((await ask(`${url}/plants`, { headers: bearer(value) })).status).toBe(200);
  expect((await ask(`${url}/plants`, { headers: cookieOf(secret) })).status).toBe(200);
  await trpcClient(url, cookieOf(secret)).session.end.mutate();
  await expect.poll(() => letIn(url, { 'a session that has ended': cookieOf(secret) })).toEqual([]);
});

test('a planted, old or foreign session is refused', async () => {
  const { url, person, token } = await startWithCallers();
  const { cookie } = person.clerk;
  // A secret planted before the sign-in does not become the session's secret, and stays invalid.
  const planted = cookieOf(`${'a'.repeat(32)}.${'b'.repeat(43)}=`);
  const answer = await callProcedure(url, { path: 'session.signIn', type: 'mutation' }, planted, {
    login: person.clerk.email,
    password: passwordOf('clerk'),
  });
  const { result } = answer.body as { result: { data: { json: { secret: string } } } };
  expect(planted.cookie).not.toContain(encodeURIComponent(result.data.json.secret));
  expect(cookieOf(result.data.json.secret).cookie).not.toBe(cookie?.cookie);
  expect(await letIn(url, { planted })).toEqual([]);
  // A signature is valid only for its own session.
  const [mine = '', others = ''] = [person.viewer.cookie, person.owner.cookie].map(({ cookie = '' }) =>
    decodeURIComponent(cookie.split('=')[1] ?? ''),
  );
  const mixed = cookieOf(`${others.split('.')[0]}.${mine.split('.').slice(1).join('.')}`);
  expect(await letIn(url, { mixed })).toEqual([]);
  const other = await startStore();
  expect(
    await letIn(other.url, { 'a person of another store': person.owner.cookie, 'its token': token.admin }),
  ).toEqual([]);
  const started = await callProcedure(url, { path: 'session.start', type: 'mutation' }, person.owner.cookie);
  expect(started.status).toBe(401);
});

test('a failed sign-in gives the same text and hashes one password, with and without an account', async () => {
  const hash = vi.fn(quickHashing.hash);
  const verify = vi.fn(quickHashing.verify);
  const { url, person } = await startWithCallers({ hashing: { hash, verify } });
  const attempts = [];
  for (const login of [person.owner.email, 'nobody@example.com']) {
    hash.mockClear();
    verify.mockClear();
    const input = { login, password: 'a password that is wrong' };
    const { text } = await callProcedure(url, { path: 'session.signIn', type: 'mutation' }, from(), input);
    attempts.push({ text, hashes: hash.mock.calls.length + verify.mock.calls.length });
  }
  // A hash lasts far longer than everything else.
  expect(attempts[0]?.hashes).toBe(1);
  expect(attempts[1]).toEqual(attempts[0]);
  await signIn(url, person.owner.email, passwordOf('owner'));
});

test('an easy password is refused wherever a password is chosen', async () => {
  const { url, person, token } = await startWithCallers();
  const admin = trpcClient(url, token.admin);
  const { code } = await admin.invitations.create.mutate({ role: 'viewer', note: 'Mallory' });
  const forPassword = await admin.invitations.createForPassword.mutate({ personId: person.clerk.id });
  const mallory = { name: 'Mallory', email: 'mallory@example.com' };
  for (const password of ['password1234', 'plantstore2026']) {
    const ways: [path: string, credentials: Credentials, input: object][] = [
      ['people.createOwner', token.admin, { ...mallory, password }],
      ['invitations.accept', from(), { code, ...mallory, password }],
      ['invitations.acceptPassword', from(), { code: forPassword.code, password }],
      [
        'session.changePassword',
        person.viewer.cookie,
        { currentPassword: passwordOf('viewer'), newPassword: password },
      ],
    ];
    for (const [path, credentials, input] of ways) {
      const { status, text } = await callProcedure(url, { path, type: 'mutation' }, credentials, input);
      expect([path, status]).toEqual([path, 400]);
      expect(text).toMatch(/is too common|is too easy to guess/);
      expect(text).not.toContain(password);
    }
  }
});
