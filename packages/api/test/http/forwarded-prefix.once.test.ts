import { expect, test } from 'vitest';
import { file, importFile } from '../imports/importing.ts';
import { shareStore, startStore } from '../store.ts';

const behind = (prefix: string) => ({ 'x-forwarded-for': '192.0.2.1', 'x-forwarded-prefix': prefix });
const linkOf = (answer: Response) => /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];

const sharedStore = shareStore((start) => start());
let lastId = 0;

/** The addresses of the store in its answers to a request with these headers. */
async function addressesFor(headers: Record<string, string>, store = sharedStore()) {
  const { post, send, url } = await store;
  const added = await post({ id: --lastId, name: 'Fern' }, headers);
  const location = added.headers.get('location')?.replace(/-\d+$/, 'ID');
  await post({ id: --lastId, name: 'Fern' });
  const next = linkOf(await send('/plants?limit=1', { headers }));
  const document = (await (await fetch(`${url}/openapi.json`, { headers })).json()) as { servers: unknown };
  return { location, path: next?.split('?')[0], servers: document.servers };
}

test.for(['/api', '/garden/api', '/a.b/~c/_d-1', '/api/'])(
  'Location, Link and servers carry the prefix %s of a trusted proxy',
  async (sent) => {
    const prefix = sent.replace(/\/$/, '');
    expect(await addressesFor(behind(sent))).toEqual({
      location: `${prefix}/plants/ID`,
      path: `${prefix}/plants`,
      servers: [{ url: prefix }],
    });
  },
);

const unprefixed = { location: '/plants/ID', path: '/plants', servers: [{ url: '/' }] };

test.for<Record<string, string>>([
  {},
  // A sender that forwards no address does not count as a proxy.
  { 'x-forwarded-prefix': '/api' },
  ...['', '/', 'api', '//evil.example', '/a//b', '/../x', '/a/.', '/a b', '/a?b', '/%61', '/a>; rel="x"'].map(
    behind,
  ),
  ...['https://evil.example', '/a, /b', `/${'a'.repeat(300)}`].map(behind),
])('Location, Link and servers carry no prefix for the headers %j', async (headers) => {
  expect(await addressesFor(headers)).toEqual(unprefixed);
});

test.for([false as const, ['192.0.2.9']])(
  'the prefix of an untrusted sender (%j) is ignored',
  async (trustProxy) => {
    expect(await addressesFor(behind('/api'), startStore({ trustProxy }))).toEqual(unprefixed);
  },
);

test('a plant added over tRPC has its Location under the prefix too', async () => {
  const { send } = await startStore();
  const answer = await send('/trpc/plants.create', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...behind('/api') },
    body: '{"json":{"id":"7","name":"Fern"},"meta":{"values":{"id":["bigint"]}}}',
  });
  expect([answer.status, answer.headers.get('location')]).toEqual([200, '/api/plants/7']);
});

test('the path of an annotated file has the prefix, in the answer and at the end of the progress', async () => {
  const store = await startStore();
  const through = { ...behind('/api'), 'idempotency-key': 'annotated' };
  const paths = ['/api', ''].map((prefix) =>
    expect.stringMatching(new RegExp(`^${prefix}/imports/\\d+/annotated$`)),
  );
  const first = await importFile(store, file, through);
  const replayed = await importFile(store, file, { 'idempotency-key': 'annotated' });
  expect([first.body.annotated, replayed.body.annotated]).toEqual(paths);
  expect(replayed.body.receipt).toBe(first.body.receipt);
  const lines = await store.send('/imports?dryRun=true', {
    method: 'POST',
    headers: { 'content-type': 'text/csv', accept: 'application/x-ndjson', ...behind('/api') },
    body: file,
  });
  expect(await lines.text()).toMatch(/"annotated":"\/api\/imports\/\d+\/annotated"/);
});

test('404 names the documentation under the prefix', async () => {
  const { send } = await sharedStore();
  const adviceFor = async (headers: Record<string, string>) =>
    ((await (await send('/nowhere', { headers })).json()) as { message: string }).message;
  expect(await adviceFor(behind('/garden/api'))).toContain('; see /garden/api/docs for all routes');
  expect(await adviceFor({})).toContain('; see /docs for all routes');
});

test('/docs/ leads to /docs under any prefix, also of a proxy that sends none', async () => {
  const { url } = await sharedStore();
  for (const method of ['GET', 'HEAD']) {
    const { status, headers } = await fetch(`${url}/docs/`, { method, redirect: 'manual' });
    expect(status).toBe(308);
    for (const prefix of ['', '/api', '/garden/api'])
      expect(new URL(headers.get('location') ?? '', `${url}${prefix}/docs/`).href).toBe(
        `${url}${prefix}/docs`,
      );
  }
});
