import { openDatabase, plants, trash } from '@plant-store/db';
import { newUrl, rowsOf } from '@plant-store/db/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startUpkeep } from '../../src/store/upkeep.ts';

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
