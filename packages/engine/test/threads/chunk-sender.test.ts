import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { createChunkSender } from '../../src/threads/chunk-sender.ts';

const never = new Promise<void>(() => undefined);

test('a source of very small pieces is delivered completely', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const used = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  let passed = 0;
  async function* pieces() {
    for (; passed < 20_000; passed++) yield new Uint8Array(1);
    growth = used() - before;
  }
  let growth = Number.NaN;
  const before = used();
  const pump = createChunkSender(pieces(), { whenOver: never, post: () => pump.addRoom() });
  await pump.done;
  expect(passed).toBe(20_000);
  expect(growth).toBeLessThan(1_000_000);
});

test('a source is read only while the thread accepts pieces, and not after the end', async () => {
  const ended = vi.fn();
  let given = 0;
  async function* pieces() {
    try {
      for (;;) yield new Uint8Array([given++]);
    } finally {
      ended();
    }
  }
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const taken: unknown[] = [];
  const pump = createChunkSender(pieces(), { whenOver: over, post: (message) => taken.push(message) });
  await vi.waitFor(() => expect(taken).toHaveLength(8));
  pump.addRoom();
  await vi.waitFor(() => expect(taken).toHaveLength(9));
  end();
  await pump.done;
  expect(ended).toHaveBeenCalled();
  expect(given).toBe(9);
});

test('work that ends does not wait for its source, and an error of the source is reported', async () => {
  const hanging = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }) };
  await createChunkSender(hanging, { whenOver: Promise.resolve(), post: () => undefined }).done;
  const broken = new Error('the connection broke');
  const failing = { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(broken) }) };
  await expect(createChunkSender(failing, { whenOver: never, post: () => undefined }).done).rejects.toBe(
    broken,
  );
});
