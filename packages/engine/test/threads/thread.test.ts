import { expect, test } from 'vitest';
import { runThread } from '../../src/threads/thread.ts';

test('503 when a thread cannot start, with its error as the cause', async () => {
  // Node has several codes for a module that it cannot read, as without an open file left.
  const script = new URL('data:text/javascript,throw Object.assign(new Error("EMFILE"), { code: "ERR_X" })');
  await expect(runThread(script, {}, { source: nothing() })).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/^the system cannot run this now; nothing was stored, try again later/),
    cause: { code: 'ERR_X' },
  });
});

async function* nothing(): AsyncGenerator<Uint8Array> {}
