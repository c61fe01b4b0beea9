import { expect, onTestFinished, test, vi } from 'vitest';
import type { Step } from '../../src/core/unit-of-work.ts';
import { createGroups } from '../../src/postgresql/connection/groups.ts';

const joined = {
  formOf: ({ statement }: Step) => statement.strings,
  join: (steps: Step[]) => ({ text: '', values: steps.flatMap(({ statement }) => statement.values) }),
};

/** Adds ten steps at once while statements of several steps end with `fault`, and counts how often each was sent. */
async function addTen(fault: object, beforeFault: () => void = () => undefined) {
  const sent: number[] = [];
  const groups = createGroups(
    { waitingCount: 0 } as never,
    async ({ values = [] }) => {
      sent.push(...values);
      if (values.length > 1) {
        beforeFault();
        throw fault;
      }
      return { rows: [{ step: 0, stored: values[0] }] } as never;
    },
    joined,
  );
  const strings = Object.assign([''], { raw: [''] });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, n) => groups.run({ statement: { strings, values: [BigInt(n)] } })),
  );
  const times = outcomes.map((_, n) => sent.filter((one) => BigInt(one) === BigInt(n)).length);
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  return { outcomes: outcomes.map(({ status }) => status), reasons, times };
}

test.each([
  ['a lock', Object.assign(new Error(), { code: '55P03' })],
  ['a value, as the cause of a fault', Object.assign(new Error(), { cause: { code: '22021' } })],
])('steps that share a statement are sent again, each alone, after a fault of one: %s', async (_, fault) => {
  const { outcomes, times } = await addTen(fault);
  expect(outcomes).toEqual(Array(10).fill('fulfilled'));
  expect(times).toEqual([1, 1, 1, 2, 2, 2, 2, 2, 2, 2]);
});

test.each([
  ['a broken connection', new Error('Connection terminated unexpectedly')],
  ['no answer', Object.assign(new Error(), { cause: new Error('Query read timeout') })],
  ['an ended backend', Object.assign(new Error(), { cause: { code: '57P01' } })],
  ['an unknown outcome', Object.assign(new Error(), { code: '40003' })],
])('steps that share a statement are never sent again if they may be stored: %s', async (_, fault) => {
  const { outcomes, times } = await addTen(fault);
  expect(outcomes).toEqual([...Array(3).fill('fulfilled'), ...Array(7).fill('rejected')]);
  expect(times).toEqual(Array(10).fill(1));
});

test('a late step is told that nothing was stored, and not the fault of another one', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const fault = Object.assign(new Error(), { code: '22021' });
  const { reasons, times } = await addTen(fault, () => vi.advanceTimersByTime(10_000));
  expect(reasons).toEqual(
    Array(7).fill(
      expect.objectContaining({ message: expect.stringContaining('overloaded; nothing was stored') }),
    ),
  );
  expect(times).toEqual(Array(10).fill(1));
});

test('steps of one template share a statement, in the order of the rows that they lock, also among others', async () => {
  const sent: bigint[][] = [];
  const { promise: isFree, resolve: free } = Promise.withResolvers<void>();
  const groups = createGroups(
    { waitingCount: 0 } as never,
    async ({ values = [] }) => {
      sent.push(values);
      await isFree;
      return { rows: [] } as never;
    },
    joined,
  );
  const templates = ['one', 'other'].map((text) => Object.assign([text], { raw: [text] }));
  const outcomes = Array.from({ length: 12 }, (_, n) => {
    const strings = templates[n % 2] as (typeof templates)[number];
    return groups.run({ row: BigInt(-n), statement: { strings, values: [BigInt(n)] } });
  });
  free();
  await Promise.all(outcomes);
  expect(sent).toEqual([[0n], [1n], [2n], [11n, 9n, 7n, 5n, 3n], [10n, 8n, 6n, 4n]]);
});
