import { expect, test } from 'vitest';
import { createFairGate } from '../../src/threads/fair-gate.ts';

/** A gate for two calls at the same time, with four places to wait. Each call ends when the test says so. */
function aGate() {
  const gate = createFairGate(2, 4, () => new Error('full'));
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const call = (name: string) => {
    const outcome = gate(name.charAt(0), () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
    outcome.catch(() => undefined);
    return outcome;
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { begun, call, end };
}

test('a gate lets two calls run, and then serves callers in turn', async () => {
  const { begun, call, end } = aGate();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) void call(name);
  expect(begun).toEqual(['a1', 'a2']);
  for (const name of ['a1', 'a2', 'a3', 'b1', 'a4']) await end(name);
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'a4']);
  void call('c1');
  expect(begun.at(-1)).toBe('c1');
});

test('a caller with many waiting calls gives its last place to another caller', async () => {
  const { begun, call, end } = aGate();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void call(name);
  const last = call('a6');
  await expect(call('a7')).rejects.toThrow('full');
  const other = call('b1');
  await expect(last).rejects.toThrow('full');
  await end('a1');
  await end('a2');
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1']);
  await end('b1');
  expect(await other).toBe('b1');
});

test('a failed call frees its place', async () => {
  const gate = createFairGate(1, 4, () => new Error('full'));
  await expect(gate('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await gate('a', async () => 'next')).toBe('next');
});
