import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { Scope } from '@plant-store/schema';
import { expect, onTestFinished, test, vi } from 'vitest';
import { shareStore } from './store.ts';

const scripts = join(import.meta.dirname, '../../../scripts');
const { doctor } = await import(join(scripts, 'doctor/doctor.mjs'));

const sharedStore = shareStore(async (start) => {
  const store = await start();
  // Plants of others, two of them where a double rounds.
  for (const id of ['1', '9007199254740992', '9007199254740993'])
    await store.post(`{"id":${id},"name":"Fern"}`);
  return store;
});

async function tokenFile(...scopes: Scope[]) {
  const { tokenFor } = await sharedStore();
  const file = join(tmpdir(), `doctor-${process.pid}-${Math.random()}`);
  writeFileSync(file, `${await tokenFor(...scopes)}\n`);
  return file;
}

async function examine(url: string, options: string[] = [], scopes = needed) {
  const log = vi.spyOn(console, 'log').mockReturnValue();
  const file = await tokenFile(...scopes);
  const code: number = await doctor([url, '--token-file', file, ...options]);
  const spies = [log, vi.mocked(console.error)];
  const said: string[] = spies.flatMap(({ mock }) => mock.calls.flat());
  for (const spy of spies) spy.mockClear();
  const failed = said.filter((line) => line.startsWith('✖')).map((line) => line.slice(2));
  return { code, said, failed, promises: failed.map((line) => line.split(': sent')[0]) };
}

const plantsOf = async () => (await sharedStore()).rows('SELECT "name" FROM "plants"');

let addresses = 1;

type Message = { path: string; headers: IncomingHttpHeaders; status: number; body: Buffer };
type Change = (message: Message) => Partial<Message>;

const needed: Scope[] = ['plants:read', 'plants:write', 'plants:delete', 'imports'];

/** A proxy before the store that changes requests and answers. */
async function proxy({ asked = () => ({}), answered = () => ({}) }: { asked?: Change; answered?: Change }) {
  const { url } = await sharedStore();
  const address = `192.0.2.${addresses++}`;
  const server = createServer(async (incoming, outgoing) => {
    const { url: path = '', method, headers } = incoming;
    const sent = { path, headers, status: 0, body: await buffer(incoming) };
    // The store counts wrong tokens by address.
    sent.headers['x-forwarded-for'] = address;
    Object.assign(sent, asked(sent));
    if (sent.status > 0)
      return outgoing.writeHead(sent.status, { 'content-type': 'text/html' }).end(sent.body);
    delete sent.headers.expect;
    if (sent.body.length > 0) sent.headers['content-length'] = String(sent.body.length);
    const forwarded = request(url + sent.path, { method, headers: sent.headers }).end(sent.body);
    const [answer] = await once(forwarded, 'response');
    const came = { path, headers: answer.headers, status: answer.statusCode, body: await buffer(answer) };
    Object.assign(came, answered(came));
    const { 'transfer-encoding': _, 'content-length': __, ...others } = came.headers;
    outgoing.writeHead(came.status, others).end(came.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const asDoubles: Change = ({ headers, body }) =>
  /json/.test(String(headers['content-type'])) && body.length > 0
    ? { body: Buffer.from(tryJson(body.toString())) }
    : {};
const tryJson = (text: string) => {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
};
const page = Buffer.from('<html>\n<h1>Sorry</h1>');
const dropped = [
  'idempotency-key',
  'accept',
  'if-none-match',
  'location',
  'etag',
  'link',
  'allow',
  'x-request-id',
];
const without: Change = ({ headers }) => ({
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.includes(name))),
});

test('the doctor finds every clause kept behind a proxy with a prefix, and leaves the plants as they were', async () => {
  const before = await plantsOf();
  const url = await proxy({
    asked: ({ path, headers }) => ({
      path: path.slice('/garden/api'.length),
      headers: { ...headers, 'x-forwarded-prefix': '/garden/api' },
    }),
  });
  const { code, said } = await examine(`${url}/garden/api/`);
  expect(said).toEqual([
    expect.stringMatching(/^The plants of the doctor are in the trash/),
    expect.stringMatching(/^5\d clauses kept, 0 failed\. /),
  ]);
  expect(code).toBe(0);
  expect(await plantsOf()).toEqual(before);
});

test.for<[string, Parameters<typeof proxy>[0], RegExp[], options?: string[]]>([
  [
    'rounds ids in bodies',
    { asked: asDoubles, answered: asDoubles },
    [/unchanged/, /the id before it is free/],
  ],
  [
    'drops Authorization',
    { asked: ({ headers: { authorization: _, ...headers } }) => ({ headers }) },
    [/^the Authorization header reaches the store$/],
  ],
  [
    'drops other headers',
    { asked: without, answered: without },
    [
      /^Idempotency-Key/,
      /problem\+json/,
      /x-ndjson/,
      /has Location and ETag/,
      /^a plant has an ETag/,
      /^a list has .* Link/,
      /^a method without a route/,
      /^X-Request-Id/,
    ],
  ],
  [
    'answers errors with a page of status 200',
    {
      answered: ({ status, headers }) =>
        status < 400 ? {} : { status: 200, headers: { ...headers, 'content-type': 'text/html' }, body: page },
    },
    [/^no token: 401/, /^a plant that is not there: 404$/, /^no name$/],
  ],
  [
    'decodes paths',
    { asked: ({ path }) => ({ path: encodeURI(decodeURIComponent(path)) }) },
    [/^%2F in a path/, /^%2e%2e in a path/, /^%26 in a query/],
    ['--read-only'],
  ],
  [
    'compresses all answers, changes letters, empties refusals, weakens ETags and refuses files',
    {
      asked: ({ body }) => (body.length > 2 ** 20 ? { status: 413, body: page } : {}),
      answered: ({ status, headers: { etag, ...headers }, body }) => ({
        headers: { ...headers, ...(etag && { etag: `W/${etag}` }), 'content-encoding': 'gzip' },
        body: gzipSync(status === 400 ? '{}' : body.toString().replaceAll('龟', '?')),
      }),
    },
    [/^an answer is compressed only/, /^UTF-8/, /^no name$/, /^a plant has an ETag$/, /^a file of 2 MiB/],
  ],
  [
    'removes a prefix without naming it',
    { asked: ({ path }) => ({ path: path.replace(/^\/api/, '') }) },
    [/X-Forwarded-Prefix/],
    ['--read-only'],
  ],
])('the doctor names each clause that a proxy breaks that %s', async ([, changes, broken, options]) => {
  const before = await plantsOf();
  const base = String(broken[0]).includes('Prefix') ? '/api' : '';
  const { code, promises } = await examine((await proxy(changes)) + base, options);
  for (const clause of broken) expect(promises).toContainEqual(expect.stringMatching(clause));
  expect(code).toBe(1);
  expect(await plantsOf()).toEqual(before);
});

test('a token that may not write, delete or import is named before anything is written', async () => {
  const { url, rows } = await sharedStore();
  const entries = () => rows('SELECT count(*) AS n FROM "plant_versions"');
  const before = await entries();
  for (const missing of needed) {
    const { code, failed } = await examine(
      url,
      [],
      needed.filter((scope) => scope !== missing),
    );
    expect(failed).toEqual([expect.stringContaining(`the scope ${missing} is required`)]);
    expect(code).toBe(2);
  }
  const { code, said } = await examine(url, ['--read-only'], ['plants:read']);
  expect([code, said]).toEqual([
    0,
    [expect.stringMatching(/^\d\d clauses kept, 0 failed. No plant was written\.$/)],
  ]);
  expect(await entries()).toEqual(before);
});

test('a token that the store refuses is named as such', async () => {
  const file = await tokenFile('plants:read');
  writeFileSync(file, 'wrong');
  expect(await doctor([(await sharedStore()).url, '--token-file', file])).toBe(2);
  const [[said] = []] = vi.mocked(console.error).mock.calls;
  expect(said).toMatch(/^✖ The store refuses this token: the bearer token is not a token of this store/);
  vi.mocked(console.error).mockClear();
});

test('Ctrl-C removes the plants that were added until then', async () => {
  const file = await tokenFile(...needed);
  const before = await plantsOf();
  let added = 0;
  const url = await proxy({
    answered: ({ status, headers }) => {
      if (status === 200 && headers.location && ++added === 2) child.kill('SIGINT');
      return {};
    },
  });
  const child = spawn(process.execPath, [join(scripts, 'main.mjs'), 'doctor', url, '--token-file', file]);
  const said = await Promise.all([child.stdout, child.stderr].map(text));
  expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(2);
  expect(said).toEqual([
    expect.stringMatching(/^The plants of the doctor are in the trash/),
    '✖ Stopped by SIGINT.\n',
  ]);
  expect(added).toBe(2);
  expect(await plantsOf()).toEqual(before);
});

test('plants that cannot be deleted are told, with the search that finds them', async () => {
  const url = await proxy({
    asked: ({ headers }) => (headers['if-match'] === '*' ? { status: 403, body: page } : {}),
  });
  const { code, said, failed } = await examine(url);
  const [, mark = 'none'] = /can be deleted: .* search "(doctor\w+)"; came 200 /.exec(failed.join()) ?? [];
  expect(code).toBe(1);
  expect((await plantsOf()).filter(({ name }) => String(name).startsWith(mark)).length).toBeGreaterThan(5);
  expect(said.filter((line) => line.includes('in the trash'))).toEqual([]);
});

test('a token that an answer repeats is hidden in the last words too', async () => {
  let value = '';
  const url = await proxy({
    asked: ({ headers }) => {
      value = headers.authorization?.slice('Bearer '.length) ?? value;
      if (headers.authorization === undefined) return {};
      return { status: 429, body: Buffer.from(`{"error":42900,"message":"too many from ${value}"}`) };
    },
  });
  const { code, said } = await examine(url);
  expect(code).toBe(2);
  expect(said.join()).toContain('too many from …');
  expect(said.join()).not.toContain(value);
});

test('a clause that fails is one line: what was sent, what came, what is promised', async () => {
  const url = await proxy({
    answered: ({ status }) =>
      status === 405
        ? { headers: { 'content-type': 'text/html' }, body: Buffer.from('\u001b[2J<b>No</b>\nmore') }
        : {},
  });
  expect((await examine(url, ['--read-only'])).failed).toEqual([
    'a method without a route: 405: sent PUT /plants; came 405 text/html, [2J<b>No</b>, allow: none; promised 405 application/json, /"error":40500,/, allow: /POST/',
  ]);
});
