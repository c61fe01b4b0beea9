import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { int64Max, int64Min } from '@plant-store/schema';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { document } from '../../src/openapi/committed-document.ts';
import { exactFetch, parse, stringify } from '../../src/openapi/exact-fetch.js';
import { startStore } from '../store.ts';

type Stored = { id: bigint; name: string };

/** The names of the integers in the answers of the document, by format. */
function integerNames(): { exact: Set<string>; others: Set<string> } {
  const [exact, others] = [new Set<string>(), new Set<string>()];
  const walk = (part: unknown, name: string): void => {
    if (typeof part !== 'object' || part === null) return;
    const { type, format, items, properties = {} } = part as Record<string, object>;
    if ([type].flat().includes('integer' as never)) (String(format) === 'int64' ? exact : others).add(name);
    walk(items, name);
    for (const [key, property] of Object.entries(properties)) walk(property, key);
    for (const [key, inner] of Object.entries(part))
      if (!['items', 'properties', 'parameters', 'requestBody'].includes(key)) walk(inner, name);
  };
  walk(document, '');
  // Parts of requests only.
  for (const name of ['', 'ids']) exact.delete(name);
  return { exact, others };
}

test('exact-fetch reads the int64 fields of the document as bigints, and the other integers as numbers', () => {
  const { exact, others } = integerNames();
  expect([...exact].filter((name) => others.has(name))).toEqual([]);
  expect([exact.has('id'), others.has('count'), others.has('error')]).toEqual([true, true, true]);
  for (const name of exact) expect(parse(`{"${name}": 7}`)).toEqual({ [name]: 7n });
  for (const name of others) expect(parse(`{"${name}": 7}`)).toEqual({ [name]: 7 });
  expect(parse('{"missing":[7,9007199254740993],"receipt":{"id":-0},"id":"7","count":1.5}')).toEqual({
    missing: [7n, 2n ** 53n + 1n],
    receipt: { id: 0n },
    id: '7',
    count: 1.5,
  });
  expect(parse('[9007199254740993, null, 1e-7]')).toEqual([2n ** 53n + 1n, null, 1e-7]);
  for (const rounded of ['9007199254740993.0', '9007199254740992.6', '9.007199254740993e15', '7.0', '7e0'])
    expect(() => parse(`{"id":${rounded}}`)).toThrow(`Cannot convert ${rounded} to a BigInt`);
});

test('exact-fetch refuses to write a number that may be rounded already', () => {
  expect(stringify({ id: int64Min, limit: 5, share: 0.5 })).toBe(`{"id":${int64Min},"limit":5,"share":0.5}`);
  expect(() => stringify({ id: 2 ** 53 })).toThrow('id is 9007199254740992, which may be rounded already');
});

const { parse: read, rawJSON, stringify: write } = JSON;
const withoutSource = (text: string, revive?: (key: string, value: unknown) => unknown) =>
  read(text, revive && ((key, value) => revive(key, value)));

test('without JSON.rawJSON or context.source, exact-fetch does not load, and says where it does', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  const message = /JSON\.rawJSON .*context\.source .*Node\.js 21, Chrome 114, .*Firefox 135, Safari 18\.4/;
  vi.stubGlobal('JSON', { parse: read, stringify: write });
  await expect(import('../../src/openapi/exact-fetch.js?without=rawJSON' as string)).rejects.toThrow(message);
  vi.stubGlobal('JSON', { parse: withoutSource, stringify: write, rawJSON });
  await expect(import('../../src/openapi/exact-fetch.js?without=source' as string)).rejects.toThrow(message);
});

test('the server has exact-fetch and its types below /docs, without a token', async () => {
  const { url } = await startStore();
  for (const [name, type] of [
    ['exact-fetch.js', 'text/javascript; charset=utf-8'],
    ['exact-fetch.d.ts', 'text/plain; charset=utf-8'],
  ]) {
    const answer = await fetch(`${url}/docs/${name}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
    const source = readFileSync(join(import.meta.dirname, '../../src/openapi', name ?? ''), 'utf8');
    expect(await answer.text()).toBe(source);
  }
});

const lost = () => Promise.reject(new TypeError('fetch failed'));
const answer = (status: number, headers = {}) => Promise.resolve(new Response('gone', { status, headers }));
const address = 'http://127.0.0.1/plants/7';

/** Sends a request that gets these answers, the last of them again and again: the outcome, and the waits before tries. */
async function outcomeOf(init: RequestInit, ...answers: (() => Promise<Response>)[]) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: new Date('2026-11-26T08:00:00Z') });
  onTestFinished(() => void vi.useRealTimers().unstubAllGlobals());
  const [times, keys] = [[] as number[], new Set<string | null>()];
  vi.stubGlobal('fetch', ({ headers }: Request) => {
    times.push(Date.now());
    keys.add(headers.get('idempotency-key'));
    return (answers.length > 1 ? answers.shift() : answers[0])?.();
  });
  let outcome: number | string | undefined;
  exactFetch(address, init).then(
    ({ status }) => (outcome = status),
    ({ message }) => (outcome = message),
  );
  while (outcome === undefined) {
    await new Promise(setImmediate);
    vi.runAllTimers();
  }
  const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  return { outcome, waits, keys: [...keys] };
}

test('a POST is sent again with one Idempotency-Key, its own if it has one', async () => {
  const tries = [
    lost,
    () => answer(429),
    () => answer(502),
    () => answer(503),
    () => answer(504),
    () => answer(200),
  ];
  const init = { method: 'POST', body: '{}' };
  const { outcome, waits, keys } = await outcomeOf(init, ...tries);
  expect([outcome, waits.length, keys]).toEqual([200, 5, [expect.stringMatching(/^\d+-\d+$/)]]);
  const own = await outcomeOf({ ...init, headers: { 'Idempotency-Key': 'order-4711' } }, ...tries);
  expect(own.keys).toEqual(['order-4711']);
});

test.for([
  ['seconds', '7', 7_000],
  ['a date', 'Thu, 26 Nov 2026 08:01:00 GMT', 60_000],
] as const)('Retry-After as %s is the wait', async ([, after, ms]) => {
  const { outcome, waits } = await outcomeOf(
    {},
    () => answer(503, { 'retry-after': after }),
    () => answer(200),
  );
  expect([outcome, waits]).toEqual([200, [ms]]);
});

test('a Retry-After of over five minutes gets its answer at once, and an unreadable one the usual wait', async () => {
  for (const after of ['301', '99999999999999999999', 'Thu, 26 Nov 2026 09:00:00 GMT'])
    expect(await outcomeOf({}, () => answer(429, { 'retry-after': after }))).toMatchObject({
      outcome: 429,
      waits: [],
    });
  for (const after of ['', 'soon', '0', 'Thu, 26 Nov 2020 08:00:00 GMT']) {
    const { waits } = await outcomeOf(
      {},
      () => answer(429, { 'retry-after': after }),
      () => answer(200),
    );
    expect(waits).toEqual([expect.toSatisfy((ms: number) => ms >= 50 && ms <= 100)]);
  }
});

test('after nine tries with longer waits, the last answer or the last error is the outcome', async () => {
  const { outcome, waits } = await outcomeOf({}, lost, () => answer(503));
  expect([outcome, waits.length]).toEqual([503, 8]);
  expect(waits.every((ms, index) => ms >= 50 * 2 ** index && ms <= 100 * 2 ** index)).toBe(true);
  expect((await outcomeOf({}, () => answer(503), lost)).outcome).toBe('fetch failed');
});

test('a PUT, PATCH or DELETE is repeated only with a precondition, or after 429, which did nothing', async () => {
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    for (const failed of [lost, () => answer(503)])
      expect((await outcomeOf({ method }, failed, () => answer(200))).waits).toEqual([]);
    expect(
      (
        await outcomeOf(
          { method },
          () => answer(429),
          () => answer(200),
        )
      ).outcome,
    ).toBe(200);
    for (const condition of [{ 'If-Match': '"x"' }, { 'If-None-Match': '*' }])
      expect((await outcomeOf({ method, headers: condition }, lost, () => answer(200))).outcome).toBe(200);
  }
  for (const method of ['GET', 'HEAD'])
    expect((await outcomeOf({ method }, lost, () => answer(200))).outcome).toBe(200);
});

test('other answers are given at once', async () => {
  for (const status of [200, 400, 404, 412, 500]) {
    const { outcome, waits, keys } = await outcomeOf({}, () => answer(status));
    expect([outcome, waits, keys]).toEqual([status, [], [null]]);
  }
});

test('an answer as JSON has a length, without which openapi-fetch parses it itself; a file is handed on', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  const answerAs = (type: string) => {
    const headers = { 'content-type': type };
    vi.stubGlobal('fetch', async () => new Response('[{"id":9007199254740993}]', { headers }));
    return exactFetch(address);
  };
  const page = await answerAs('application/json');
  for (const one of [page.clone(), page]) {
    expect(one.headers.get('content-length')).toBe('25');
    expect(await one.json()).toEqual([{ id: 2n ** 53n + 1n }]);
  }
  expect((await answerAs('application/x-ndjson')).headers.get('content-length')).toBeNull();
});

test('a signal ends the wait, and an aborted request is not sent again', async () => {
  const aborted = { signal: AbortSignal.abort(new Error('before')) };
  expect(await outcomeOf(aborted, lost)).toMatchObject({ outcome: 'before', waits: [] });
  const stop = new AbortController();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('fetch', () => answer(503, { 'retry-after': '60' }));
  const waiting = expect(exactFetch(address, { signal: stop.signal })).rejects.toThrow('enough');
  while (vi.getTimerCount() === 0) await new Promise(setImmediate);
  stop.abort(new Error('enough'));
  await waiting;
  expect(vi.getTimerCount()).toBe(0);
});

test('a signal ends the reading of a file, also after a garbage collection', async () => {
  const server = createHttpServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' }).write('{"id":7}\n');
    stop.signal.addEventListener('abort', () => response.end());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const stop = new AbortController();
  const { port } = server.address() as AddressInfo;
  const file = await exactFetch(`http://127.0.0.1:${port}`, { signal: stop.signal });
  const reading = expect(file.text()).rejects.toThrow('enough');
  setFlagsFromString('--expose-gc');
  for (let round = 0; round < 3; round++) {
    await new Promise(setImmediate);
    runInNewContext('gc')();
  }
  stop.abort(new Error('enough'));
  await reading;
});

test('1,000 creates give 1,000 plants through a proxy that drops half of all answers', async () => {
  const { url, send, tokenFor } = await startStore();
  const keys = new Map<number, string[]>();
  const proxy = createServer((client) => {
    const store = connect(Number(new URL(url).port), '127.0.0.1');
    let id = 0;
    client.on('data', (request) => {
      const [, key, sent] = /idempotency-key: ([^\r]*).*"id":(\d+)/is.exec(String(request)) ?? [];
      id = Number(sent);
      keys.set(id, [...(keys.get(id) ?? []), key ?? '']);
      store.write(request);
    });
    store.on('data', (answer) => {
      // Like a coin: half of the ids lose no answer, a quarter one, an eighth two. Some break off within their body.
      if ((keys.get(id)?.length ?? 0) > Math.min(31 - Math.clz32(id & -id), 4)) client.write(answer);
      else if (id % 4 === 0) client.end(answer.subarray(0, -3));
      else client.destroy();
    });
    for (const [one, other] of [
      [client, store],
      [store, client],
    ] as const)
      one.on('error', () => undefined).on('close', () => other.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => void proxy.close());
  const through = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/plants`;
  const headers = {
    authorization: `Bearer ${await tokenFor('plants:write')}`,
    'content-type': 'application/json',
  };
  const waiting = Array.from({ length: 1_000 }, (_, index) => index + 1);
  const work = async () => {
    for (let id = waiting.pop(); id; id = waiting.pop()) {
      const body = stringify({ id, name: 'Fern' });
      const answer = await exactFetch(through, { method: 'POST', headers, body });
      expect(await answer.json()).toEqual({ name: 'Fern' });
    }
  };
  await Promise.all(Array.from({ length: 100 }, work));
  expect(await (await send('/plants/count')).json()).toEqual({ count: 1_000 });
  expect([...keys.values()].filter((tries) => new Set(tries).size > 1 || tries.includes(''))).toEqual([]);
  expect([...keys.values()].flat().length).toBeGreaterThan(1_900);
});

test('10,000 random int64s and both extremes pass create, get, list, export and history exactly', async () => {
  const { url, tokenFor } = await startStore();
  const id = fc.bigInt({ min: int64Min, max: int64Max });
  const random = fc.sample(fc.uniqueArray(id, { minLength: 10_000, maxLength: 10_000 }), 1)[0] ?? [];
  const ids = [...new Set([int64Min, int64Max, 0n, ...random])].sort((a, b) => (a < b ? -1 : 1));
  const token = await tokenFor('plants:read', 'plants:write');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const ask = (path: string, init = {}) => exactFetch(url + path, { headers, ...init });
  const add = async (path: string, body: unknown) =>
    expect((await ask(path, { method: 'POST', body: stringify(body) })).status).toBe(200);
  const named = (id: bigint) => ({ id, name: `plant ${id}` });
  const singles = [...ids.slice(0, 20), ...ids.slice(-20)];
  for (const id of singles) await add('/plants', named(id));
  for (let at = 20; at < ids.length - 20; at += 1_000)
    await add('/plants/bulk', { plants: ids.slice(at, Math.min(at + 1_000, ids.length - 20)).map(named) });

  for (const id of singles) {
    expect(await (await ask(`/plants/${id}`)).json()).toEqual(named(id));
    expect(await (await ask(`/plants/${id}/history`)).json()).toMatchObject([{ plant: named(id) }]);
  }
  const listed: Stored[] = [];
  for (let path: string | undefined = '/plants?sort=id&limit=200'; path; ) {
    const page: Response = await ask(path);
    listed.push(...((await page.clone().json()) as Stored[]));
    path = /^<(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1];
  }
  expect(listed).toEqual(ids.map(named));
  const accept = 'application/x-ndjson';
  const file = await ask('/plants/export?sort=id', { headers: { ...headers, accept } });
  expect((await file.text()).trimEnd().split('\n').map(parse)).toEqual(ids.map(named));
});
