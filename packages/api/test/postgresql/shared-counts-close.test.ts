import { type Database, openDatabase } from '@plant-store/db';
import { newUrl } from '@plant-store/db/testing';
import { createRateLimit } from '@plant-store/http';
import { expect, onTestFinished, test } from 'vitest';
import { shareCounts } from '../../src/limits/shared-counts.ts';

test('closing waits for counts on their way to the database', async () => {
  const url = await newUrl();
  const db = await openDatabase(url);
  onTestFinished(() => db.close());
  const gate = Promise.withResolvers<void>();
  let isOnItsWay = false;
  let isStored = false;
  const around = async <Args, Given>({ args, query }: { args: Args; query(args: Args): Promise<Given> }) => {
    isOnItsWay = true;
    await gate.promise;
    const rows = await query(args);
    isStored = true;
    return rows;
  };
  const prisma = db.prisma.$extends({ query: { $allOperations: around } }) as unknown as Database['prisma'];
  const shared = shareCounts({ ...db, prisma });
  createRateLimit({ name: 'writes', quota: 1_000, windowSeconds: 60 }, shared).consume('till', 600);
  await expect.poll(() => isOnItsWay).toBe(true);
  const closing = shared.close();
  gate.resolve();
  await closing;
  expect(isStored).toBe(true);
});
