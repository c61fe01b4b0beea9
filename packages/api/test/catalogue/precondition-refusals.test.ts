import { describe, expect, test } from 'vitest';
import { storeWithFern } from './fern-store.ts';

describe.for(['PUT', 'PATCH', 'DELETE'] as const)('If-Match on %s', (method) => {
  test.for(['made up', '"abc"', '7', '""', 'W/', '"0123456789012345678901",', 'W/"abc"'])(
    '400 for %s, which no store gave',
    async (ifMatch) => {
      const { change, etag, send } = await storeWithFern();
      const answer = await change(method, { 'if-match': ifMatch });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toEqual({
        error: 40000,
        message: expect.stringMatching(/^If-Match must be/),
      });
      expect((await send('/plants/7')).headers.get('etag')).toBe(etag);
    },
  );

  test('428 without it where the store is set to ask for it', async () => {
    const { change, etag } = await storeWithFern({ requiresIfMatch: true });
    const answer = await change(method);
    expect(answer.status).toBe(428);
    expect(await answer.json()).toEqual({ error: 42800, message: expect.stringContaining('If-Match') });
    expect((await change(method, { 'if-match': etag })).ok).toBe(true);
  });
});
