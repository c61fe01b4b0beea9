import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tellSignedIn } from '../../../src/plants/feed/feed-channel.ts';
import { followWhileVisible } from '../../../src/plants/feed/follow-in-tabs.ts';

// Tabs that follow the feed, over the real locks of Node and a `fetch` that holds its answers as the API does.

/** A channel that delivers at once. */
class Channel {
  static readonly open = new Set<Channel>();
  readonly name: string;
  onmessage: (event: { data: unknown }) => void = () => undefined;
  constructor(name: string) {
    this.name = name;
    Channel.open.add(this);
  }
  postMessage(data: unknown) {
    for (const other of Channel.open) {
      if (other === this || other.name !== this.name) continue;
      other.onmessage({ data });
    }
  }
  close() {
    Channel.open.delete(this);
  }
}

const page = Object.assign(new EventTarget(), { visibilityState: 'visible', querySelector: () => null });
/** The requests that wait at the store, and those that were answered at once. */
const asked = { waiting: 0, atOnce: 0 };
let isSignedIn: boolean;
const tabs: { close(): void }[] = [];

beforeEach(() => {
  Object.assign(asked, { waiting: 0, atOnce: 0 });
  isSignedIn = true;
  page.visibilityState = 'visible';
  vi.stubGlobal('document', page);
  const events = new EventTarget();
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    vi.stubGlobal(name, events[name].bind(events));
  vi.stubGlobal('BroadcastChannel', Channel);
  vi.stubGlobal('fetch', async (address: string, { signal }: RequestInit) => {
    const { json } = JSON.parse(new URL(address, 'http://x').searchParams.get('input') ?? '{}');
    if (!isSignedIn)
      return Response.json(
        { error: { json: { message: 'no', code: -32_600, data: { error: 40_100, problems: [] } } } },
        { status: 401 },
      );
    if (json.wait > 0) {
      asked.waiting++;
      await new Promise((_, reject) => signal?.addEventListener('abort', reject)).finally(
        () => asked.waiting--,
      );
    }
    asked.atOnce++;
    return Response.json({ result: { data: { json: { items: [], nextCursor: 'AA' } } } });
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
});

afterEach(async () => {
  for (const { close } of tabs.splice(0)) close();
  await pass(0);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function openTab() {
  const stop = new AbortController();
  followWhileVisible(new QueryClient(), stop.signal);
  tabs.push({ close: () => stop.abort() });
}

/** Lets time pass, in which locks are granted too. */
async function pass(ms: number) {
  for (let passed = 0; passed <= ms; passed += 500) {
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(500);
  }
}

test('of ten tabs one asks, and another one after that is closed', async () => {
  for (let count = 0; count < 10; count++) openTab();
  await pass(3_000);
  expect(asked.waiting).toBe(1);
  for (const { close } of tabs.slice(0, 9)) close();
  await pass(3_000);
  expect(asked.waiting).toBe(1);
});

test('after signing in again in one tab, following goes on', async () => {
  isSignedIn = false;
  for (let count = 0; count < 3; count++) openTab();
  await pass(120_000);
  isSignedIn = true;
  await pass(3_000);
  expect(asked.waiting).toBe(0);
  tellSignedIn();
  await pass(3_000);
  expect(asked.waiting).toBe(1);
});

test('a browser without locks asks every two seconds while the page is visible, and holds no connection', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  openTab();
  await pass(60_000);
  expect(asked.waiting).toBe(0);
  expect(asked.atOnce).toBeGreaterThanOrEqual(30);
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  const before = asked.atOnce;
  await pass(60_000);
  expect(asked.atOnce).toBe(before);
});
