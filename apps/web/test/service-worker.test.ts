import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

// Runs the service worker with a fake browser environment.

const code = readFileSync(new URL('../public/service-worker.js', import.meta.url), 'utf8');
const origin = 'https://plants.example';
const script = '/_next/static/page.js';
const page = `<script src="${script}"></script>`;

type Event = {
  waitUntil?(work: Promise<unknown>): void;
  respondWith?(answer: Promise<Response>): void;
  request?: object;
};
type Answers = Record<string, () => Response>;

/** A worker with its caches, over a web server with these answers. */
function openWorker(answers: Answers) {
  const kept = new Map<string, Response>();
  const disk = { isFull: false };
  const cache = {
    match: async (asked: string | { url: string }) => kept.get(pathOf(asked))?.clone(),
    put: async (asked: string | { url: string }, answer: Response) => {
      if (disk.isFull) throw new DOMException('full', 'QuotaExceededError');
      kept.set(pathOf(asked), answer);
    },
    keys: async () => [...kept.keys()].map((path) => ({ url: origin + path })),
    delete: async ({ url }: { url: string }) => kept.delete(pathOf({ url })),
  };
  const listeners: Record<string, (event: Event) => void> = {};
  const addEventListener = (name: string, listener: (event: Event) => void) => {
    listeners[name] = listener;
  };
  runInNewContext(code, {
    self: { addEventListener, location: { origin }, clients: { claim: async () => undefined } },
    caches: { open: async () => cache },
    fetch: async (asked: string | { url: string }) =>
      answers[pathOf(asked)]?.() ?? Promise.reject(new TypeError()),
    URL,
  });
  const install = () => new Promise((resolve) => listeners.install?.({ waitUntil: (work) => resolve(work) }));
  const ask = (path: string, mode = 'no-cors') =>
    new Promise<Response>((resolve) =>
      listeners.fetch?.({ request: { url: origin + path, method: 'GET', mode }, respondWith: resolve }),
    );
  return { kept, disk, install, ask };
}

const pathOf = (asked: string | { url: string }) =>
  new URL(typeof asked === 'string' ? asked : asked.url, origin).pathname;

const web = (): Answers => ({ '/offline': () => new Response(page), [script]: () => new Response('script') });

test('the worker stores the offline page with its script, and opens it without a network', async () => {
  const answers = web();
  const { install, ask } = openWorker(answers);
  await install();
  delete answers['/offline'];
  delete answers[script];
  expect(await (await ask('/plants/7', 'navigate')).text()).toBe(page);
  expect(await (await ask(script)).text()).toBe('script');
});

test('a script is served although the disk is full', async () => {
  const { disk, ask } = openWorker(web());
  disk.isFull = true;
  expect(await (await ask(script)).text()).toBe('script');
});

test.each<[string, () => Response]>([
  ['an error', () => new Response(page, { status: 500 })],
  ['a redirect', () => Object.defineProperty(new Response(page), 'redirected', { value: true })],
  ['a page of a proxy', () => new Response('Back at noon')],
])('%s does not replace the offline page', async (_what, answer) => {
  const answers = web();
  const { install, kept } = openWorker(answers);
  await install();
  answers['/offline'] = answer;
  await install();
  expect(await kept.get('/offline')?.clone().text()).toBe(page);
  expect(kept.get('/offline')?.redirected).toBe(false);
});
