import { rowsOf } from '@plant-store/db/testing';
import { startClients } from '@plant-store/db/testing/clients';
import { startWithDump } from '@plant-store/engine/testing/pg-dump';
import { hasPgbouncer, startPgbouncer } from '@plant-store/engine/testing/pgbouncer';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { newProject } from '../project.ts';
import { send } from '../requests.ts';

let postgresql: Awaited<ReturnType<typeof startWithDump>>;
beforeAll(async () => {
  postgresql = await startWithDump();
}, 120_000);
afterAll(() => postgresql.remove());

test('a store is backed up while it serves, not restored while it runs, and restored after it stopped', async () => {
  const project = newProject();
  const token = 'a-token-of-32-characters-or-more-';
  const settings = { DATABASE_URL: postgresql.url('shop'), PLANT_STORE_TOKEN: token };
  expect((await project.fail(settings)).stderr).toContain('the database does not exist');
  // A restore creates a missing database; a start does not.
  const other = { ...settings, DATABASE_URL: postgresql.url() };
  const first = await project.serve(other);
  await send(`${first.url}/plants`, token, { id: 1, name: 'Fern 🌿' });
  const backedUp = await project.runAlone('backup', ['--json'], other);
  expect(backedUp).toMatchObject({ exitCode: 0 });
  const record = JSON.parse(backedUp.stdout);
  expect(record).toMatchObject({
    engine: 'postgresql',
    verdict: 'proven',
    tables: expect.arrayContaining([expect.objectContaining({ name: 'plants', count: 1 })]),
  });
  expect(project.made().filter((name) => name.startsWith('data/'))).toEqual([
    `data/backups/${record.file}`,
    `data/backups/${record.name}.json`,
  ]);

  const restored = await project.runAlone('restore', [record.name], settings);
  expect(restored).toMatchObject({ exitCode: 0 });
  expect(restored.stdout).toMatch(
    /^Restored postgresql:\/\/127\.0\.0\.1:\d+\/shop as it was at .*: 1 plant, 1 actor, 1 token/,
  );
  // Before any server starts.
  const verified = await project.run('audit', ['verify', '--json'], settings);
  expect(JSON.parse(verified.stdout)).toMatchObject({ isIntact: true, waiting: 0 });
  const entries = `SELECT action, subject FROM audit_entries WHERE number = ${JSON.parse(verified.stdout).entries}`;
  expect(await rowsOf(settings.DATABASE_URL, entries)).toEqual([
    { action: 'store.restore', subject: record.takenAt },
  ]);
  const nowhere = ['--to', 'postgresql://127.0.0.1:1/shop'];
  expect((await project.run('restore', [record.name, ...nowhere], settings)).stderr).toMatch(
    /^--to: cannot open the database "postgres" on 127\.0\.0\.1:1 .*ECONNREFUSED/,
  );
  const server = await project.serve(settings);
  expect(await (await send(`${server.url}/plants`, token)).json()).toEqual([{ id: 1, name: 'Fern 🌿' }]);
  const refused = await project.run('restore', [record.name], settings);
  expect([refused.exitCode, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toMatch(
    /^The store in postgresql:\/\/\S+\/shop is in use: stop the programs that use it/,
  );
  for (const { stdout, stderr } of [backedUp, restored, refused])
    expect(stdout + stderr).not.toContain('correct-horse');

  await server.stop();
  const again = await project.run('restore', [record.name], settings);
  expect(again.stdout).toMatch(/\nThe former store is kept as shop_before_restore_[\d_]+\.\n/);
});

test.skipIf(!hasPgbouncer)(
  'behind a pooler two processes serve, and DIRECT_URL is for backup and restore',
  async () => {
    const direct = postgresql.url('pooled');
    await rowsOf(postgresql.url(), 'CREATE DATABASE pooled');
    await rowsOf(direct, `ALTER DATABASE pooled SET statement_timeout = '5s'`);
    const pooler = await startPgbouncer(direct, onTestFinished);
    const token = 'a-token-of-32-characters-or-more-';
    const settings = { DATABASE_URL: pooler.through(direct), PLANT_STORE_TOKEN: token };
    const projects = [newProject(), newProject()] as const;
    const servers = await Promise.all(projects.map((project) => project.start(settings)));
    let id = 0;
    const load = startClients<number>(4, async (tell) => {
      const [{ url } = { url: '' }] = servers.slice(++id % 2);
      tell((await send(`${url}/plants`, token, { id, name: 'Fern' })).status);
    });
    await load.until((status) => status === 200, 100);

    const [project] = projects;
    const backup = (more: Record<string, string>) =>
      project.run('backup', ['--json'], { ...settings, ...more });
    expect((await backup({})).stderr).toMatch(/^DATABASE_URL: \S+ is a pooler .* as DIRECT_URL/);
    expect((await backup({ DIRECT_URL: settings.DATABASE_URL })).stderr).toMatch(
      /^DIRECT_URL: \S+ is a pooler/,
    );
    expect((await backup({ DIRECT_URL: postgresql.url('postgres') })).stderr).toMatch(
      /^DIRECT_URL: \S+\/postgres is not the store of DATABASE_URL/,
    );
    const backedUp = await backup({ DIRECT_URL: direct });
    expect(backedUp.stderr).toBe('');
    expect(new Set(await load.stop())).toEqual(new Set([200]));

    for (const { child, ended } of servers) {
      child.kill('SIGTERM');
      await ended;
    }
    const { name, tables } = JSON.parse(backedUp.stdout);
    const restore = () => project.run('restore', [name], { ...settings, DIRECT_URL: direct });
    expect((await restore()).stderr).toMatch(/ is in use: .* a pooler that keeps connections/);
    await pooler.stop();
    await pooler.start();
    expect((await restore()).stderr).toBe('');
    const again = await project.serve(settings);
    const { count } = tables.find((table: { name: string }) => table.name === 'plants');
    expect(await (await send(`${again.url}/plants/count`, token)).json()).toEqual({ count });
  },
);
