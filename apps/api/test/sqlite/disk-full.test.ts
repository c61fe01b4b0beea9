import { execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, symlinkSync } from 'node:fs';
import { rowsOf } from '@plant-store/db/testing';
import { freePort } from '@plant-store/engine/testing/free-port';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isRoot, mountDisk } from '../disk.ts';
import { newProject } from '../project.ts';
import { add, firstToken, send } from '../requests.ts';
import { expectKept, kill, refusals, startLoad, untilReadiness, whyNotReady, withStatus } from './load.ts';

const token = 'a-token-of-the-environment-for-full-disks';
const full = /^the disk of the database is full; .*free some space/;

test.runIf(isRoot)(
  'a disk that becomes full under load loses no plant, and the store recovers with space',
  async () => {
    const disk = mountDisk(16 * 1024 * 1024);
    const settings = { DATABASE_URL: `file:${disk.path('plants.db')}`, PLANT_STORE_TOKEN: token };
    const project = newProject();
    const server = await project.start({ ...settings, LOG_LEVEL: 'fatal' });
    const load = startLoad(server, token);
    await load.until(200, 200);
    disk.fill();
    await load.until(503, 50);
    await load.stop();
    for (const message of refusals(load.answers)) expect(message).toMatch(full);
    // Readiness changes without another write.
    await untilReadiness(server, full);
    const [{ id } = { id: 0 }] = withStatus(load.answers, 200);
    for (const path of [`/plants/${id}`, '/plants?limit=200', '/healthz'])
      expect((await send(server.url + path, token)).status).toBe(200);

    disk.free();
    await untilReadiness(server, undefined);
    const again = startLoad(server, token);
    await again.until(200, 200);
    disk.fill();
    await again.until(503, 50);
    await kill(server);
    const answers = [...load.answers, ...(await again.stop())];
    disk.free();
    const next = await project.serve(settings);
    expect(await whyNotReady(next)).toBeUndefined();
    await expectKept(disk.path('plants.db'), answers);
  },
);

test.runIf(isRoot)('a disk that other programs fill makes the store unready', async () => {
  const disk = mountDisk(4 * 1024 * 1024);
  const server = await newProject().serve({ DATABASE_URL: `file:${disk.path('plants.db')}` });
  await expectReadyWithSpace(server, disk);
});

test.runIf(isRoot)('a store behind a link needs space on its own disk', async () => {
  const [disk, linkDisk] = [mountDisk(4 * 1024 * 1024), mountDisk(4 * 1024 * 1024)];
  symlinkSync(disk.path('plants.db'), linkDisk.path('plants.db'));
  linkDisk.fill();
  const server = await newProject().serve({
    DATABASE_URL: `file:${linkDisk.path('plants.db')}`,
    PLANT_STORE_TOKEN: token,
  });
  await expectReadyWithSpace(server, disk);
});

test.runIf(isRoot)('a start on a full disk fails with one line', async () => {
  const disk = mountDisk(4 * 1024 * 1024);
  const path = disk.path('plants.db');
  const project = newProject();
  const line = `The API did not start. DATABASE_URL: the disk that holds ${path}-server is full; free some space, then try again.\n`;
  disk.fill();
  expect(await project.attempt({ DATABASE_URL: `file:${path}` })).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: line,
  });
  disk.free();
  await project.token(['list'], { DATABASE_URL: `file:${path}` });
  disk.fill();
  expect(await project.fail({ DATABASE_URL: `file:${path}` })).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: line,
  });
  disk.free();
  await project.serve({ DATABASE_URL: `file:${path}` });
});

test.runIf(isRoot)('cancelling a promotion on a full disk fails with one line', async () => {
  const disk = mountDisk(4 * 1024 * 1024);
  const path = disk.path('plants.db');
  const settings = { DATABASE_URL: `file:${path}` };
  const project = newProject();
  await project.token(['list'], settings);
  // The state that a killed promotion leaves.
  await rowsOf(
    settings.DATABASE_URL,
    `CREATE TRIGGER "plant_store_seal_INSERT_plants" BEFORE INSERT ON "plants"
     BEGIN SELECT RAISE(ABORT, 'plant-store: moving to db.example.com:5432/plants'); END`,
  );
  const cancel = () => project.promote(['--cancel'], settings);
  disk.fill();
  expect(await cancel()).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: `DATABASE_URL: the disk that holds ${path} is full; free some space, then try again.\n`,
  });
  disk.free();
  expect(await cancel()).toMatchObject({ exitCode: 0, stderr: '' });
});

test.runIf(isRoot)(
  'a start without space for the first token fails with the reason, and the next one makes it',
  async () => {
    const disk = mountDisk(4 * 1024 * 1024);
    const project = newProject();
    mkdirSync(project.path('elsewhere'));
    symlinkSync(project.path('elsewhere/plants.db'), disk.path('plants.db'));
    disk.fill();
    const { exitCode, stderr } = await project.attempt({ DATABASE_URL: `file:${disk.path('plants.db')}` });
    expect(exitCode).toBe(1);
    expect(stderr).toBe(
      `The API did not start. cannot write the first token to ${disk.path('first-token')} (ENOSPC); the disk is full: free some space, or set PLANT_STORE_TOKEN.\n`,
    );
    disk.free();
    await project.serve({ DATABASE_URL: `file:${disk.path('plants.db')}` });
  },
);

test.runIf(process.platform === 'linux')('a limit on file sizes is handled like a full disk', async () => {
  const project = newProject();
  const server = await project.start({ LOG_LEVEL: 'fatal' });
  const limit = (bytes: string) =>
    execFileSync('prlimit', ['--pid', String(server.child.pid), `--fsize=${bytes}:unlimited`]);
  const load = startLoad(server, firstToken(project));
  await load.until(200, 50);
  limit('65536');
  await load.until(503, 50);
  const answers = await load.stop();
  for (const message of refusals(answers))
    expect(message).toMatch(/^the disk of the database fails, or its quota is used up; nothing was stored/);
  await untilReadiness(server, full);
  limit('unlimited');
  await untilReadiness(server, undefined);
  answers.push(await add(server, firstToken(project), 0));
  expect(answers.at(-1)?.status).toBe(200);
  await kill(server);
  await expectKept(project.path('data/plants.db'), answers);
});

test.runIf(isRoot)(
  'a server with its log on a full disk answers, and logs again after space is free',
  async () => {
    const disk = mountDisk(4 * 1024 * 1024);
    const project = newProject();
    const log = openSync(disk.path('log'), 'a');
    disk.fill();
    const port = await freePort();
    const server = spawn(process.execPath, [project.path('apps/api/src/main.ts')], {
      env: {
        NODE_ENV: 'production',
        PATH: process.env.PATH,
        API_PORT: String(port),
        PLANT_STORE_TOKEN: token,
      },
      stdio: ['ignore', log, 'inherit'],
    });
    onTestFinished(() => void server.kill('SIGKILL'));
    closeSync(log);
    const ask = async () => (await send(`http://127.0.0.1:${port}/plants`, token)).status;
    await vi.waitFor(async () => expect(await ask()).toBe(200), { interval: 100 });
    // More lines than fit into the buffer.
    for (let round = 0; round < 30; round++)
      expect(await Promise.all(Array.from({ length: 200 }, ask))).toEqual(Array(200).fill(200));
    disk.free();
    await vi.waitFor(async () => {
      expect(await ask()).toBe(200);
      expect(readFileSync(disk.path('log'), 'utf8')).toContain('"status":200');
    });
    expect(server.exitCode).toBeNull();
  },
);

/** Expects readiness to change with the space on the disk, without any write. */
async function expectReadyWithSpace(
  server: Parameters<typeof whyNotReady>[0],
  disk: ReturnType<typeof mountDisk>,
) {
  expect(await whyNotReady(server)).toBeUndefined();
  disk.fill();
  await untilReadiness(server, full);
  disk.free();
  await untilReadiness(server, undefined);
}
