import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { GET, POST } from '../documented/app/api/[...path]/route.ts';
import { database, openDurably } from '../documented/store/database.ts';
import { askOver, assertContract } from '../src/contract.ts';
import { startServer } from '../src/server-process.ts';
import { servers } from '../src/servers.ts';
import { temporaryStore } from './temporary.ts';

test.each(['ours', 'a', 'b'] as const)('server %s follows the contract', async (key) => {
  const store = { file: await temporaryStore(100), plantCount: 100 };
  const server = await startServer(servers[key], store, undefined);
  onTestFinished(server.stop);
  await assertContract(askOver(server.target), servers[key]);
});

test('a server that never answers the first request counts as failed, and is stopped', async () => {
  const store = { file: await temporaryStore(1), plantCount: 1 };
  const timeOut = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeOut.signal);
  const script = (port: string | number) =>
    `require('node:net').createServer((socket) => socket.on('data', () => console.log('asked', process.pid))).listen(${port}, '127.0.0.1', () => process.send('listening'))`;
  const mute = {
    ...servers.a,
    title: 'Mute',
    words: ({ port }: { port: number }) => ['-e', script(port)],
  };
  const outcome = startServer(mute, store, undefined).catch((cause) => cause);
  const log = () => readFileSync(`${store.file}.log`, 'utf8');
  await vi.waitFor(() => expect(log()).toContain('asked'));
  timeOut.abort();
  expect(await outcome).toMatchObject({
    message: expect.stringMatching(
      /^Mute did not start, it took the first request and had no answer within 120 s: asked/,
    ),
  });
  const [pid = 0] = /\d+/.exec(log())?.map(Number) ?? [];
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('server (c) follows the contract, except for ids above 2^53', async () => {
  const target = { port: 80, base: '/api', token: 'a-token' };
  vi.stubEnv('DATABASE_URL', `file:${await temporaryStore(100)}`);
  vi.stubEnv('ACCESS_TOKEN', target.token);
  const ask = askOver(target, (request) => (request.method === 'GET' ? GET : POST)(request));
  onTestFinished(async () => {
    await (await database()).$disconnect();
    vi.unstubAllEnvs();
  });
  await assertContract(ask, servers.c);
});

test('server (c) writes with synchronous=FULL in WAL mode', async () => {
  const prisma = await openDurably(`file:${await temporaryStore(1)}`);
  const sync = await prisma.$queryRaw<{ synchronous: bigint }[]>`PRAGMA synchronous`;
  const journal = await prisma.$queryRaw`PRAGMA journal_mode`;
  await prisma.$disconnect();
  expect([Number(sync[0]?.synchronous), journal]).toEqual([2, [{ journal_mode: 'wal' }]]);
});

test('a server that refuses or accepts every request fails the contract checks', async () => {
  const refusing = assertContract(async () => ({ status: 401, body: {} }), servers.a);
  await expect(refusing).rejects.toThrow('a plant is added');
  const taking = assertContract(async () => ({ status: 200, body: {} }), servers.a);
  await expect(taking).rejects.toThrow(
    /a wrong token is refused: 200[\s\S]*the id that is taken[\s\S]*an id that is text[\s\S]*with an exponent/,
  );
});

test('a server that cannot start is reported with its output', async () => {
  const store = { file: `${await temporaryStore(1)}-that-is-missing`, plantCount: 1 };
  await expect(startServer(servers.a, store, undefined)).rejects.toThrow(
    /did not start, it ended: [\s\S]*open/,
  );
});
