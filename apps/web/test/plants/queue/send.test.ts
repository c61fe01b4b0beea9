import { errorNumbers } from '@plant-store/schema';
import { afterEach, expect, test, vi } from 'vitest';
import type { WaitingPlant } from '../../../src/plants/queue/queued-plant.ts';
import { checkOwner, sendPlants } from '../../../src/plants/queue/send.ts';

// Sends requests of the queue to a `fetch` that answers like the API.

afterEach(() => vi.unstubAllGlobals());

const failure = (error: number) =>
  Response.json(
    { error: { json: { message: 'no', code: -32_600, data: { error, problems: [] } } } },
    { status: Math.floor(error / 100) },
  );

/** An answer in SuperJSON. The values at `bigints` are 64-bit integers, as text. */
const success = (json: object, bigints: string[] = [], headers: Record<string, string> = {}) => {
  const values = Object.fromEntries(bigints.map((path) => [path, ['bigint']]));
  return Response.json({ result: { data: { json, meta: { values } } } }, { headers });
};

/**
 * Answers each tRPC procedure by its name, and counts the requests. A procedure without an answer loses the connection.
 */
function answer(answers: Record<string, () => Response>) {
  const calls: string[] = [];
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async (url: string | URL) => {
    const procedure = String(url).replace(/^.*\/trpc\/([\w.]+).*$/, '$1');
    calls.push(procedure);
    const give = answers[procedure];
    if (!give) throw new TypeError('Failed to fetch');
    return give();
  });
  return calls;
}

const entry = (id: bigint, name = 'Aloe'): WaitingPlant => ({
  key: `key ${id}`,
  owner: 'person:1',
  typedAt: 0,
  plant: { id, name },
  isTried: true,
});
const never = () => false;
const always = () => true;
const { idTaken, invalidField, unavailable, tooManyRequests, endedToken, internal } = errorNumbers;

test('a saved plant gets its ETag from the answer', async () => {
  answer({ 'plants.create': () => success({ name: 'Aloe' }, [], { etag: '"1"' }) });
  expect(await sendPlants([entry(1n)], 'key', never)).toEqual({
    verdicts: [{ kind: 'saved', etag: '"1"', wasThereAlready: false }],
  });
});

test.each([
  ['a lost answer', undefined, 'unreachable'],
  ['503', unavailable, 'unreachable'],
  ['429', tooManyRequests, 'busy'],
  ['401', endedToken, 'signedOut'],
])('%s pauses the queue', async (_what, row, pause) => {
  answer(row ? { 'plants.create': () => failure(row) } : {});
  expect(await sendPlants([entry(1n)], 'key', never)).toEqual({ pause });
});

test('a lost connection in an offline browser pauses the queue as offline', async () => {
  answer({});
  vi.stubGlobal('navigator', { onLine: false });
  expect(await sendPlants([entry(1n)], 'key', never)).toEqual({ pause: 'offline' });
});

test('after a failed bulk request, plants are sent one by one', async () => {
  answer({ 'plants.createMany': () => failure(internal) });
  expect(await sendPlants([entry(1n), entry(2n)], 'key', never)).toEqual({ isFailed: true });
});

test('a plant that is refused for a reason other than its id keeps the error number', async () => {
  const calls = answer({ 'plants.create': () => failure(invalidField) });
  expect(await sendPlants([entry(1n)], 'key', never)).toMatchObject({
    verdicts: [{ kind: 'refused', refusal: { error: invalidField } }],
  });
  expect(calls).toEqual(['plants.create']);
});

test.each([
  [
    'an equal plant counts as saved if it was sent before',
    'Aloe',
    always,
    { kind: 'saved', wasThereAlready: true },
  ],
  ['an equal plant is refused if it was never sent', 'Aloe', never, { refusal: { holder: 'Aloe' } }],
  ['a different plant is refused with its name', 'Ficus', always, { refusal: { holder: 'Ficus' } }],
])('an id in use: %s', async (_what, holder, wasTried, verdict) => {
  answer({
    'plants.create': () => failure(idTaken),
    'plants.get': () => success({ id: '1', name: holder }, ['id']),
  });
  expect(await sendPlants([entry(1n)], 'key', wasTried)).toMatchObject({ verdicts: [verdict] });
});

test('the page looks up the plants of at most 20 used ids', async () => {
  const entries = Array.from({ length: 25 }, (_, index) => entry(BigInt(index)));
  const calls = answer({
    'plants.createMany': () =>
      success(
        {
          results: entries.map(() => ({ status: 400, error: { error: idTaken, message: 'taken' } })),
          receipt: '1',
        },
        ['receipt'],
      ),
    'plants.get': () => success({ id: '1', name: 'Holder' }, ['id']),
  });
  const sent = await sendPlants(entries, 'key', never);
  expect(calls.filter((call) => call === 'plants.get')).toHaveLength(20);
  expect(sent).toMatchObject({ receipt: 1n });
});

test.each([
  ['the owner', 'person:1', undefined],
  ['an unknown owner', 'unknown', undefined],
  ['another person', 'person:2', 'otherPerson'],
])('the owner check lets the queue of %s send or pause: %#', async (_whose, owner, pause) => {
  answer({ 'session.get': () => success({ kind: 'person', id: '1' }) });
  expect(await checkOwner(owner)).toBe(pause);
});

test.each([
  ['a plant waits if it may be saved', always, { pause: 'unreachable' }],
  ['a plant is refused if it was never sent', never, { verdicts: [{ kind: 'refused' }] }],
])('if the plant with the used id cannot be read, %s', async (_what, wasTried, answered) => {
  answer({ 'plants.create': () => failure(idTaken) });
  expect(await sendPlants([entry(1n)], 'key', wasTried)).toMatchObject(answered);
});
