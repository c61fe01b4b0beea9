import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test, vi } from 'vitest';
import { handleBy } from '../../src/server/request-handler.ts';

test.each([
  [
    'throws',
    () => {
      throw new Error('no \u001b[31mroom');
    },
  ],
  ['rejects', () => Promise.reject(new Error('no \u001b[31mroom'))],
])(
  'a handler that %s leaves its error in the log, without escapes for the terminal',
  async (_how, handler) => {
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const destroy = vi.fn();
    await handleBy(Promise.resolve(handler))({} as IncomingMessage, { destroy } as unknown as ServerResponse);
    const [[line] = []] = log.mock.calls;
    log.mockRestore();
    expect(line).toMatch(/^A request to the web failed.* Error: no room\n +at /);
    expect(destroy).toHaveBeenCalledOnce();
  },
);
