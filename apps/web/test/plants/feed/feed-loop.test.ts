import { type ErrorCode, errorNumbers, statusOf } from '@plant-store/schema';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signedIn } from '../../../src/plants/feed/feed-channel.ts';
import { followFeed, type News } from '../../../src/plants/feed/feed-loop.ts';

// Follows a feed over a `fetch` that answers like the API.

let stop: AbortController;

beforeEach(() => {
  stop = new AbortController();
  vi.useFakeTimers();
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
  vi.stubGlobal('navigator', { onLine: true });
});

afterEach(() => {
  stop.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Input = { after?: string; wait?: number };

/** Follows a feed whose answers are these, in turn; the last one stays. */
function follow(...answers: (string[] | ErrorCode | 'lost')[]) {
  const inputs: Input[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const input: Input = JSON.parse(new URL(url, 'http://x').searchParams.get('input') ?? '').json;
    const answer = answers[Math.min(inputs.length, answers.length - 1)] ?? 'lost';
    inputs.push(input);
    if (answer === 'lost') throw new TypeError('Failed to fetch');
    if (typeof answer === 'string') return refusal(answer);
    const items = answer.map((id) => ({ id }));
    return Response.json({ result: { data: { json: { items, nextCursor: `after ${inputs.length}` } } } });
  });
  const told: News[] = [];
  const state = { isEnded: false };
  void followFeed((news) => told.push(news), stop.signal).then(() => {
    state.isEnded = true;
  });
  return { inputs, told, state };
}

const refusal = (code: ErrorCode) => {
  const data = { error: errorNumbers[code], problems: [] };
  return Response.json(
    { error: { json: { message: 'no', code: -32_600, data } } },
    { status: statusOf(code) },
  );
};

test('begins at the end of the feed, and then tells each event', async () => {
  const { inputs, told } = follow([], ['1', '2'], [], ['3']);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(inputs.slice(0, 4)).toEqual([
    {},
    ...[1, 2, 3].map((last) => ({ after: `after ${last}`, limit: 100, wait: 20 })),
  ]);
  expect(told.slice(0, 3)).toEqual(['begun', [{ id: '1' }, { id: '2' }], [{ id: '3' }]]);
});

test('a store that answers at once gets one request a second', async () => {
  const { inputs } = follow([]);
  await vi.advanceTimersByTimeAsync(10_500);
  expect(inputs).toHaveLength(11);
});

test('begins again if more happened than one page tells', async () => {
  const { inputs, told } = follow([], Array(100).fill('1'), []);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([inputs[2], told]).toEqual([{}, ['begun', 'begun']]);
});

test('after a failure it pauses longer each time, and then begins again', async () => {
  const { inputs, told } = follow([], ...Array(20).fill('lost'), []);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(inputs.length).toBeLessThan(9);
  await vi.advanceTimersByTimeAsync(20 * 60_000);
  expect(told.slice(0, 3)).toEqual(['begun', 'begun']);
});

test('without a network it waits for one', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const { inputs } = follow('lost');
  await vi.advanceTimersByTimeAsync(50_000);
  expect(inputs).toHaveLength(1);
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(inputs).toHaveLength(2);
});

test('after a restored backup the list is read anew, once', async () => {
  const { told } = follow([], ['1'], 'gone', []);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(told).toEqual(['begun', [{ id: '1' }], 'restored']);
});

test('without the right to read it ends', async () => {
  const { inputs, state } = follow([], 'scopeMissing');
  await vi.advanceTimersByTimeAsync(120_000);
  expect([inputs.length, state.isEnded]).toEqual([2, true]);
});

test.each(['noToken', 'endedToken'] as const)(
  'after %s it waits until a person has signed in',
  async (code) => {
    const { inputs, told } = follow([], code, []);
    await vi.advanceTimersByTimeAsync(120_000);
    expect([inputs.length, told]).toEqual([2, ['begun']]);
    dispatchEvent(new Event(signedIn));
    await vi.advanceTimersByTimeAsync(1_000);
    expect([inputs[2], told]).toEqual([{}, ['begun', 'begun']]);
  },
);
