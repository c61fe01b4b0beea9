import { bulk, openDatabase, plants, trash } from '@plant-store/db';
import { newUrl, rowsOf } from '@plant-store/db/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startUpgrade, startUpkeep } from '../../src/store/background.ts';
import { newProject } from '../project.ts';

const minuteMs = 60_000;

test('upkeep removes trash after 30 days: a minute after the start, and then every hour', async () => {
  const url = await newUrl();
  const db = await openDatabase(url);
  onTestFinished(() => db.close());
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const stop = startUpkeep(db, (cause) => expect.fail(String(cause)));
  const trashOld = async (id: bigint) => {
    await plants.create(db, { id, name: 'Fern' });
    await plants.remove(db, id);
    await rowsOf(url, 'UPDATE "plant_versions" SET "purged_at" = 1 WHERE "purged_at" IS NOT NULL');
  };
  const kept = async () => Number((await rowsOf(url, 'SELECT count(*) AS n FROM "plant_versions"'))[0]?.n);
  await trashOld(1n);
  vi.advanceTimersByTime(minuteMs);
  await vi.waitUntil(async () => (await kept()) === 0);
  // The next one is set after all of the first upkeep.
  await vi.waitUntil(() => vi.getTimerCount() > 0);
  await trashOld(2n);
  vi.advanceTimersByTime(60 * minuteMs);
  await vi.waitUntil(async () => (await kept()) === 0);
  await stop();
  await trashOld(3n);
  vi.advanceTimersByTime(120 * minuteMs);
  expect(await kept()).toBe(2);
  expect((await trash.list(db, { limit: 1 })).plants).toEqual([]);
});

test('a stopping process does not wait for the rest of the upkeep', async () => {
  const url = await newUrl();
  const db = await openDatabase(url);
  onTestFinished(() => db.close());
  await rowsOf(
    url,
    `INSERT INTO "plant_versions" ("plant_id", "changed_at", "change", "name", "added_at", "purged_at")
     WITH RECURSIVE "n"("i") AS (SELECT 1 UNION ALL SELECT "i" + 1 FROM "n" WHERE "i" < 2000)
     SELECT "i", 1, 3, 'Fern', 1, 1 FROM "n"`,
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const stop = startUpkeep(db, (cause) => expect.fail(String(cause)));
  vi.advanceTimersByTime(minuteMs);
  await stop();
  const [kept] = await rowsOf(url, 'SELECT count(*) AS n FROM "plant_versions"');
  // Only the running piece was deleted.
  expect(kept).toEqual({ n: 1800n });
});

test('a failure of the upkeep is logged, and upkeep tries again', async () => {
  const db = await openDatabase(await newUrl());
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  await db.close();
  const told: unknown[] = [];
  const stop = startUpkeep(db, (cause) => told.push(cause));
  vi.advanceTimersByTime(minuteMs);
  await stop();
  expect(told).toHaveLength(1);
});

test('a start upgrades the first thousand plants before the first request, and others behind the requests', async () => {
  const db = await openDatabase(await newUrl());
  onTestFinished(() => db.close());
  const old = (id: number) => ({ id: BigInt(id), name: 'Basil', tag: 'kitchen\u00a0herb' });
  for (const first of [1, 1_001, 2_001])
    await bulk.add(
      db,
      Array.from({ length: 1_000 }, (_, index) => old(first + index)),
      { isPartial: false },
    );
  const upgraded = () => plants.count(db, plants.filterOf({ tag: 'kitchen herb' }));
  const end = await startUpgrade(db, (cause) => expect.fail(String(cause)));
  await end();
  // No piece begins after the end.
  expect([1_000, 2_000]).toContain(await upgraded());
  await startUpgrade(db, (cause) => expect.fail(String(cause)));
  await vi.waitUntil(async () => (await upgraded()) === 3_000);
});

test('a server starts with the upgrade of its store', async () => {
  const project = newProject();
  const databaseUrl = await newUrl();
  const before = await openDatabase(databaseUrl);
  await plants.create(before, { id: 7n, name: 'Basil', tag: 'kitchen\u00a0herb' });
  await before.close();
  await project.serve({ DATABASE_URL: databaseUrl });
  expect(await rowsOf(databaseUrl, 'SELECT "tag" FROM "plants"')).toEqual([{ tag: 'kitchen herb' }]);
});
