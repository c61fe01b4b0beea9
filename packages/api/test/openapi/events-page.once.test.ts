import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { scopes } from '@plant-store/schema';
import { expect, onTestFinished, test, vi } from 'vitest';
import { parse } from '../../src/openapi/exact-fetch.js';
import { newSecret, signedHeaders } from '../../src/webhooks/signature.ts';
import { startStore } from '../store.ts';
import { blocksOf, makeFolder } from './documented.ts';

const has = (command: string) => spawnSync(command, ['--version'], { stdio: 'ignore' }).error === undefined;

/** A store with a plant, and the folder of a user who has exact-fetch.js. */
async function startFolder() {
  const store = await startStore();
  await store.post('{"id":9007199254740993,"name":"Fern"}');
  const folder = makeFolder({ url: store.url, token: await store.tokenFor(...scopes) }, onTestFinished);
  const [getModule] = blocksOf('clients.md', 'JavaScript');
  await folder.run(getModule?.block ?? '');
  return { ...store, ...folder };
}

/** Starts the program of a section; `adapt` makes it fit to this test. */
function startProgram(
  { write, start }: ReturnType<typeof makeFolder>,
  title: string,
  { adapt = (text: string) => text, environment = '' } = {},
) {
  const { file, block, command } = blocksOf('events.md', title).find((one) => one.command) ?? {};
  expect([title, command]).toEqual([title, expect.any(String)]);
  write(file ?? '', adapt(block ?? ''));
  return start(environment + command);
}

async function changePlants({ send, post }: Awaited<ReturnType<typeof startStore>>) {
  const headers = { 'content-type': 'application/json' };
  await post('{"id":-9007199254740993,"name":"Moss"}');
  await send('/plants/9007199254740993', { method: 'PATCH', headers, body: '{"name":"Royal fern"}' });
  await send('/plants/-9007199254740993', { method: 'DELETE' });
}

test.runIf(has('curl'))(
  'the shell program of docs/events.md exports, follows, and goes on where it ended',
  async () => {
    const store = await startFolder();
    const { written, stop } = startProgram(store, 'Follow in a shell');
    await vi.waitFor(async () => expect(await store.run('cat next')).toMatch(/^\/events\?after=/));
    expect(await store.run('cat plants.ndjson')).toBe('{"id":9007199254740993,"name":"Fern"}\n');
    await changePlants(store);
    await vi.waitFor(() => expect(written()).toContain('plant.deleted'));
    const events = written()
      .trim()
      .split('\n')
      .flatMap((page) => parse(page));
    expect(events).toEqual([
      expect.objectContaining({ type: 'plant.created', id: -9007199254740993n }),
      expect.objectContaining({ type: 'plant.changed', id: 9007199254740993n }),
      expect.objectContaining({ type: 'plant.deleted', id: -9007199254740993n }),
    ]);
    await stop();
    const { written: again } = store.start('bash follow.sh');
    await store.post({ id: 3, name: 'Yew' });
    await vi.waitFor(() => expect(again()).toContain('Yew'));
    expect(again()).not.toContain('Moss');
  },
);

test.runIf(has('curl'))(
  'the shell program of docs/events.md ends with an error, and follows nothing, if the export fails',
  async () => {
    const store = await startFolder();
    startProgram(store, 'Follow in a shell');
    const failed = 'mkdir failed && cd failed && TOKEN=wrong bash ../follow.sh || ls';
    expect(await store.run(failed)).toBe('headers\n');
  },
);

test('the JavaScript of docs/events.md keeps a copy exactly', async () => {
  const store = await startFolder();
  const { written } = startProgram(store, 'Follow in JavaScript');
  await vi.waitFor(() => expect(written()).toBe('1\n'));
  await changePlants(store);
  await vi.waitFor(() =>
    expect(written()).toMatch(
      /^1\nplant.created -9007199254740993n (Moss|undefined) \d\nplant.changed 9007199254740993n Royal fern \d\nplant.deleted -9007199254740993n undefined 1\n$/,
    ),
  );
});

async function freePort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return String(port);
}

const receivers = [
  { language: 'JavaScript', program: 'node', told: "{ id: 9007199254740993n, name: 'Fern' }\n" },
  { language: 'Python', program: 'python3', told: "{'id': 9007199254740993, 'name': 'Fern'}\n" },
];
for (const { language, program, told } of receivers)
  test.runIf(has(program))(
    `the receiver in ${language} of docs/events.md accepts a genuine message alone, whoever hangs or goes away`,
    async () => {
      const secret = newSecret();
      const port = await freePort();
      const { written } = startProgram(await startFolder(), `Verify a webhook in ${language}`, {
        adapt: (text) => text.replace('5000', port),
        environment: `SECRET=${secret} `,
      });
      const body = '{"id":9007199254740993,"name":"Fern"}';
      const send = async (headers: Record<string, string>, sent = body) =>
        (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body: sent })).status;
      await vi.waitFor(async () => expect(await send({}).catch(() => 0)).toBe(401));
      const headers = signedHeaders(secret, 'AAAA', body);
      const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 37\r\n\r\n';
      const waiting = connect(Number(port), '127.0.0.1').on('error', () => undefined);
      onTestFinished(() => void waiting.destroy());
      await new Promise((written) => waiting.write(`${head}{`, written));
      const cut = connect(Number(port), '127.0.0.1');
      await new Promise((written) => cut.write(`${head}{`, written));
      cut.resetAndDestroy();
      expect(await send(headers, body.replace('Fern', 'Gern'))).toBe(401);
      expect(await send({ ...headers, 'webhook-id': 'AAAB' })).toBe(401);
      expect(await send(signedHeaders(newSecret(), 'AAAA', body))).toBe(401);
      for (const minutes of [-6, 6]) {
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });
        const moved = signedHeaders(secret, 'AAAA', body);
        vi.useRealTimers();
        expect(await send(moved)).toBe(401);
      }
      expect(await send(headers)).toBe(204);
      await vi.waitFor(() => expect(written()).toContain(told));
      expect(written().match(/Fern/g)).toHaveLength(1);
    },
  );
