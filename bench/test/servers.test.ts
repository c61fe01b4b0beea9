import { expect, onTestFinished, test, vi } from 'vitest';
import { GET, POST } from '../documented/app/api/[...path]/route.ts';
import { database, openDurably } from '../documented/store/database.ts';
import { contestants } from '../src/contestants.ts';
import { askOver, contractFaults } from '../src/contract.ts';
import { startServer } from '../src/server-process.ts';
import { temporaryStore } from './temporary.ts';

test.each(['ours', 'a', 'b'] as const)('%s keeps the contract, a token and ids included', async (key) => {
  const store = { file: await temporaryStore(100), plantCount: 100 };
  const server = await startServer(contestants[key], store, undefined);
  onTestFinished(server.stop);
  expect(await contractFaults(askOver(server.target), true)).toEqual([]);
});

test('the handler of c keeps the contract, but for ids beyond what a double holds', async () => {
  const target = { port: 80, base: '/api', token: 'a-token' };
  vi.stubEnv('DATABASE_URL', `file:${await temporaryStore(100)}`);
  vi.stubEnv('ACCESS_TOKEN', target.token);
  const ask = askOver(target, (request) => (request.method === 'GET' ? GET : POST)(request));
  const faults = await contractFaults(ask, false);
  await (await database()).$disconnect();
  vi.unstubAllEnvs();
  expect(faults).toEqual([]);
});

test('c writes with synchronous=FULL in WAL mode', async () => {
  const prisma = await openDurably(`file:${await temporaryStore(1)}`);
  const sync = await prisma.$queryRaw<{ synchronous: bigint }[]>`PRAGMA synchronous`;
  const journal = await prisma.$queryRaw`PRAGMA journal_mode`;
  await prisma.$disconnect();
  expect([Number(sync[0]?.synchronous), journal]).toEqual([2, [{ journal_mode: 'wal' }]]);
});

test('a server that refuses everybody, or takes anything, does not pass the checks', async () => {
  const refusing = await contractFaults(async () => ({ status: 401, body: {} }), true);
  expect(refusing).toContainEqual(expect.stringContaining('a plant is added'));
  const taking = await contractFaults(async () => ({ status: 200, body: {} }), true);
  for (const guarantee of [
    'a wrong token is refused',
    'the id that is taken is refused',
    'an id that is text',
  ])
    expect(taking).toContainEqual(expect.stringContaining(guarantee));
});

test('a server that cannot start is reported with what it wrote', async () => {
  const store = { file: `${await temporaryStore(1)}-that-is-missing`, plantCount: 1 };
  await expect(startServer(contestants.a, store, undefined)).rejects.toThrow(/did not start: [\s\S]*open/);
});
