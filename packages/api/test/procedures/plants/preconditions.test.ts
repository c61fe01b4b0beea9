import { describe, expect, test } from 'vitest';
import { trpcClient } from '../../trpc/trpc-client.ts';
import { storeWithFern } from './fern-store.ts';

const stale = '"0123456789012345678901"';
const methods = ['PUT', 'PATCH', 'DELETE'] as const;

describe.for(methods)('If-Match on %s', (method) => {
  test('accepts the current version', async () => {
    const { change, etag } = await storeWithFern();
    for (const ifMatch of [etag])
      expect((await change(method, { 'if-match': ifMatch })).ok, ifMatch).toBe(true);
  });

  test.for(['*', `${stale}, ETAG`])('accepts %s', async (ifMatch) => {
    const { change, etag } = await storeWithFern();
    expect((await change(method, { 'if-match': ifMatch.replace('ETAG', etag) })).ok).toBe(true);
  });

  test('412 for an earlier version, with the current ETag; nothing is changed', async () => {
    const { change, etag, send } = await storeWithFern();
    const answer = await change(method, { 'if-match': stale });
    expect([answer.status, answer.headers.get('etag')]).toEqual([412, etag]);
    expect(await answer.json()).toEqual({ error: 41200, message: expect.stringContaining(etag) });
    expect((await send('/plants/7')).headers.get('etag')).toBe(etag);
  });
});

test('only one of many concurrent changes of the same version succeeds', async () => {
  const { change, etag, send } = await storeWithFern();
  const answers = await Promise.all(Array.from({ length: 20 }, () => change('PUT', { 'if-match': etag })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(412)]);
  expect(await (await send('/plants/7/history')).json()).toHaveLength(2);
});

test('PUT with If-None-Match: * adds a plant, and never replaces one', async () => {
  const { change, etag, send } = await storeWithFern();
  const add = { 'if-none-match': '*' };
  const answer = await change('PUT', add);
  expect([answer.status, answer.headers.get('etag')]).toEqual([412, etag]);
  expect((await send('/plants/7')).headers.get('etag')).toBe(etag);
  const added = await Promise.all(Array.from({ length: 10 }, () => change('PUT', add, '/plants/8')));
  expect(added.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(412)]);
});

test('PUT with If-Match adds no plant', async () => {
  const { change, send } = await storeWithFern();
  expect((await change('PUT', { 'if-match': '*' }, '/plants/8')).status).toBe(412);
  expect((await send('/plants/8')).status).toBe(404);
});

describe('If-None-Match on GET', () => {
  test('304 without a body for the current version, even with a weak tag', async () => {
    const { send, etag } = await storeWithFern();
    for (const ifNoneMatch of [etag, `W/${etag}`, `${stale}, ${etag}`, '*']) {
      const answer = await send('/plants/7', { headers: { 'if-none-match': ifNoneMatch } });
      expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([304, etag, '']);
    }
  });

  test('200 for another version, and 400 for a malformed entity tag', async () => {
    const { send, etag } = await storeWithFern();
    const read = async (ifNoneMatch: string) =>
      (await send('/plants/7', { headers: { 'if-none-match': ifNoneMatch } })).status;
    for (const other of [stale, '"abc"', '"a,b", W/"c"', `"${etag.slice(1, -1)}-gzip"`])
      expect([other, await read(other)]).toEqual([other, 200]);
    const answer = await send('/plants/7', { headers: { 'if-none-match': 'made up' } });
    // The ETag of an answer is that of its own body (RFC 9110, section 8.8.3).
    expect([answer.status, answer.headers.get('etag')]).toEqual([400, null]);
  });
});

describe.for(['GET', 'HEAD'])('If-Match on %s', (method) => {
  test('412 for another version, 200 for the current one', async () => {
    const { send, etag } = await storeWithFern();
    const read = async (headers: Record<string, string>) => {
      const answer = await send('/plants/7', { method, headers });
      return [answer.status, answer.headers.get('etag')];
    };
    for (const ifMatch of [etag, '*', `${stale}, ${etag}`])
      expect(await read({ 'if-match': ifMatch })).toEqual([200, etag]);
    for (const ifMatch of [stale, '"abc"', `W/${etag}`])
      expect(await read({ 'if-match': ifMatch })).toEqual([412, etag]);
    // If-Match is evaluated first (RFC 9110, section 13.2.2).
    expect(await read({ 'if-match': stale, 'if-none-match': etag })).toEqual([412, etag]);
    expect(await read({ 'if-match': etag, 'if-none-match': etag })).toEqual([304, etag]);
    expect(await read({ 'if-match': 'made up' })).toEqual([400, null]);
  });

  test('404 for a missing plant, for any condition', async () => {
    const { send } = await storeWithFern();
    const answer = await send('/plants/8', { method, headers: { 'if-match': stale } });
    expect(answer.status).toBe(404);
  });
});

test('tRPC accepts the same precondition headers', async () => {
  const { url, tokenFor, etag } = await storeWithFern();
  const authorization = `Bearer ${await tokenFor('admin')}`;
  const rename = (ifMatch: string) =>
    trpcClient(url, { authorization, 'if-match': ifMatch }).plants.update.mutate({ id: 7n, name: 'Moss' });
  await expect(rename(stale)).rejects.toMatchObject({ data: { error: 41200, httpStatus: 412 } });
  const read = trpcClient(url, { authorization, 'if-match': stale }).plants.get.query({ id: 7n });
  await expect(read).rejects.toMatchObject({ data: { error: 41200, httpStatus: 412 } });
  expect(await rename(etag)).toEqual({ id: 7n, name: 'Moss', tag: 'shade' });
});
