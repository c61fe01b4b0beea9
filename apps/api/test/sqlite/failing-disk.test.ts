import { statSync } from 'node:fs';
import SqliteConnection from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newProject } from '../project.ts';
import { add, firstToken, send } from '../requests.ts';
import { failingDisk } from './failing-calls.ts';
import { expectKept, kill, refusals, startLoad, untilReadiness, whyNotReady } from './load.ts';

/** A store on a disk with failures on demand. */
async function startOnFailingDisk() {
  const disk = failingDisk();
  const project = newProject();
  const start = () => project.start({ ...disk.settings, LOG_LEVEL: 'fatal' });
  const server = await start();
  return { disk, project, server, start, token: firstToken(project), path: project.path('data/plants.db') };
}

/** Makes the log long enough for a checkpoint, like another program, and then adds plants to trigger it. */
async function fillLog({ server, token, path }: Awaited<ReturnType<typeof startOnFailingDisk>>) {
  const other = new SqliteConnection(path);
  other.exec('PRAGMA wal_autocheckpoint = 0; PRAGMA synchronous = OFF');
  for (let pages = 0; pages < 1_000; pages++) other.exec('PRAGMA user_version = 0');
  other.close();
  const load = startLoad(server, token);
  await load.until(200, 200);
  return load.stop();
}

// Only Linux can make the calls fail.
describe.runIf(process.platform === 'linux')('a store on a failing disk', () => {
  const notConfirmed = /^the disk did not confirm the write, so it may or may not have been stored/;
  const fails = /^the disk of the database fails, or its quota is used up; nothing was stored/;

  test.each([
    ['sync plants.db-wal', notConfirmed],
    ['write plants.db-wal', fails],
  ])(
    '503 with the outcome, and unready, while %s fails; no acknowledged plant is lost',
    async (call, message) => {
      const { disk, project, server, token, path } = await startOnFailingDisk();
      const load = startLoad(server, token);
      await load.until(200, 100);
      disk.fail(call);
      await load.until(503, 50);
      await load.stop();
      for (const text of refusals(load.answers)) expect(text).toMatch(message);
      // Readiness changes without another write.
      await untilReadiness(server, message);
      expect((await send(`${server.url}/plants`, token)).status).toBe(200);
      disk.mend();
      await untilReadiness(server, undefined);
      const again = startLoad(server, token);
      await again.until(200, 100);
      disk.fail(call);
      await again.until(503, 20);
      disk.mend();
      await again.until(200, 100);
      await kill(server);
      const answers = [...load.answers, ...(await again.stop())];
      await project.serve();
      await expectKept(path, answers);
    },
  );

  test.each(['sync plants.db-wal', 'write plants.db-wal'])(
    'a failed %s and a kill before another write leave each plant complete or absent',
    async (call) => {
      const { disk, project, server, token, path } = await startOnFailingDisk();
      const load = startLoad(server, token);
      await load.until(200, 100);
      disk.fail(call);
      await load.until(503, 10);
      await kill(server);
      const answers = await load.stop();
      // A log that a start finds may not be on the disk yet, so the start first syncs it.
      disk.fail('sync plants.db');
      const { exitCode, stderr } = await project.attempt(disk.settings);
      expect(exitCode).toBe(1);
      expect(stderr).toMatch(
        /^The API did not start\. DATABASE_URL: the disk that holds .* fails.*; check the disk, then try again\.\n$/,
      );
      disk.mend();
      const next = await project.serve();
      await expectKept(path, answers);
      expect((await add(next, token, 0)).status).toBe(200);
    },
  );

  test.each(['sync plants.db', 'write plants.db'])(
    'while %s fails, acknowledged plants stay in the log, and /readyz reports the fault',
    async (call) => {
      const store = await startOnFailingDisk();
      const { disk, project, server, path } = store;
      disk.fail(call);
      const answers = await fillLog(store);
      expect(refusals(answers)).toEqual([]);
      await untilReadiness(server, /^the disk refuses writes to the database; acknowledged writes are safe/);
      disk.mend();
      await untilReadiness(server, undefined);
      disk.fail(call);
      answers.push(...(await fillLog(store)));
      await kill(server);
      disk.mend();
      await project.serve();
      await expectKept(path, answers);
    },
  );

  test('after a failed sync during a checkpoint, only a restart moves the whole log again', async () => {
    const store = await startOnFailingDisk();
    const { disk, project, server, token, path } = store;
    // A reader keeps all later writes in the log.
    const answers = [await add(server, token, 0)];
    const reader = new SqliteConnection(path, { readonly: true });
    onTestFinished(() => void reader.close());
    reader.exec('BEGIN; SELECT * FROM plants');
    answers.push(...(await fillLog(store)));
    reader.exec('COMMIT');
    reader.close();
    disk.fail('sync plants.db');
    answers.push(...(await fillLog(store)));
    expect(refusals(answers)).toEqual([]);
    const message =
      /^the disk did not confirm .*; acknowledged writes are safe in the log, .* restart the store/;
    await untilReadiness(server, message);
    disk.mend();
    expect(await whyNotReady(server)).toMatch(message);
    server.child.kill('SIGTERM');
    expect((await server.ended).exitCode).toBe(0);
    // The end of the process did not move the log either.
    expect(statSync(`${path}-wal`).size).toBeGreaterThan(1_000_000);
    expect(await whyNotReady(await project.serve())).toBeUndefined();
    await expectKept(path, answers);
  });

  test('503 for every read from an unreadable disk, and the store is unready until repair', async () => {
    const { disk, server, start, token } = await startOnFailingDisk();
    const load = startLoad(server, token);
    await load.until(200, 400);
    await load.stop();
    await kill(server);
    const next = await start();
    disk.fail('read plants.db', 'read plants.db-wal');
    const unread = async () => {
      const answers = ['/plants?limit=200', '/plants/1', '/trpc/plants.freeIds'].map(async (address) => {
        const response = await send(next.url + address, token);
        return [response.status, response.headers.get('retry-after'), await response.text()] as const;
      });
      return Promise.all(answers);
    };
    for (const [status, retryAfter, text] of await unread()) {
      expect([status, retryAfter]).toEqual([503, '5']);
      expect(text).toMatch(/check the disk/);
      expect(text).not.toMatch(/sqlite|prisma|plants\.db/i);
    }
    await untilReadiness(next, /check the disk/);
    disk.mend();
    await untilReadiness(next, undefined);
    expect((await unread()).map(([status]) => status)).toEqual([200, 404, 200]);
  });
});
