import { describe, expect, test } from 'vitest';
import { shareStore } from '../../store.ts';
import { storeWithFern } from './fern-store.ts';

const sharedStore = shareStore((start) => storeWithFern({}, start));

describe.for(['PUT', 'PATCH', 'DELETE'] as const)('If-Match on %s', (method) => {
  test.for(['made up', '7', 'W/', 'w/"abc"', '"abc', '"abc" "def"', '"abc", *', '*, *', '"a b"', ','])(
    '400 for %s, which is not a list of entity tags',
    async (ifMatch) => {
      const { change, etag, send } = await sharedStore();
      const answer = await change(method, { 'if-match': ifMatch });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toEqual({
        error: 40000,
        message: expect.stringMatching(/^If-Match must be/),
      });
      expect((await send('/plants/7')).headers.get('etag')).toBe(etag);
    },
  );

  test.for([
    '"abc"',
    '""',
    '"0123456789012345678901",',
    ', "a,b" ,, "c"',
    'W/"abc"',
    '"\u00e9"',
    '"ETAG-br"',
  ])('412 for the well-formed %s of another version', async (ifMatch) => {
    const { change, etag, send } = await sharedStore();
    const answer = await change(method, { 'if-match': ifMatch.replace('ETAG', 'abc') });
    expect([answer.status, answer.headers.get('etag')]).toEqual([412, etag]);
    const message = expect.stringMatching(/^the plant has changed since you read it; its ETag is "/);
    expect(await answer.json()).toEqual({ error: 41200, message });
    expect((await send('/plants/7')).headers.get('etag')).toBe(etag);
  });

  test.for(['W/"ETAG"', '"abc", W/"ETAG"', '"ETAG-gzip"', 'W/"ETAG;zstd"'])(
    '412 for %s names the proxy that altered the tag',
    async (form) => {
      const { change, etag, send } = await sharedStore();
      const ifMatch = form.replace('ETAG', etag.slice(1, -1));
      const answer = await change(method, { 'if-match': ifMatch });
      expect([answer.status, answer.headers.get('etag')]).toEqual([412, etag]);
      const { error, message } = (await answer.json()) as { error: number; message: string };
      expect([error, message]).toEqual([
        41200,
        `the plant has not changed, but ${ifMatch.split(', ').at(-1)} is not its ETag: a proxy that compresses answers has altered it. Send If-Match: ${etag}, or read the plant with Accept-Encoding: identity`,
      ]);
      expect((await send('/plants/7')).headers.get('etag')).toBe(etag);
    },
  );

  test.for<Record<string, string>>([{}, { 'if-none-match': '"abc"' }, { 'if-none-match': '*' }])(
    '428 without If-Match if the store requires it: %o',
    async (headers) => {
      const { change, etag, send } = await storeWithFern({ requiresIfMatch: true });
      const answer = await change(method, headers);
      // Here the plant of the request exists.
      const isAddition = method === 'PUT' && headers['if-none-match'] === '*';
      expect(answer.status).toBe(isAddition ? 412 : 428);
      expect(((await answer.json()) as { message: string }).message).toMatch(/If-Match/);
      expect((await send('/plants/7')).headers.get('etag')).toBe(etag);
      expect((await change(method, { 'if-match': etag })).ok).toBe(true);
    },
  );
});

test('only the message of a 428 for PUT offers If-None-Match: *', async () => {
  const { change } = await storeWithFern({ requiresIfMatch: true });
  const offers = async (method: 'PUT' | 'PATCH' | 'DELETE') =>
    ((await (await change(method)).json()) as { message: string }).message.includes('If-None-Match: *');
  expect([await offers('PUT'), await offers('PATCH'), await offers('DELETE')]).toEqual([true, false, false]);
});

test('PUT with If-None-Match: * adds a plant if the store requires If-Match', async () => {
  const { change } = await storeWithFern({ requiresIfMatch: true });
  expect((await change('PUT', { 'if-none-match': '*' }, '/plants/8')).status).toBe(201);
});
