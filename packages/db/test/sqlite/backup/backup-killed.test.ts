import { cpSync, existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { expect, test } from 'vitest';
import { backups, restore } from '../../../src/index.ts';
import { plantsIn, quietly } from '../../backups.ts';
import { kill9, startProcess } from '../../other-process.ts';
import { newFolder } from '../../store.ts';
import { storeToBackUp } from './backups.ts';

/**
 * Runs a task in successive processes. The first is killed just before its first change to the file system, the second
 * before its second, until one completes. Gives the number of processes.
 */
async function killAtEachStep(
  run: (step: number) => ReturnType<typeof startProcess>,
  look: (step: number) => Promise<void>,
): Promise<number> {
  for (let step = 1; ; step++) {
    const { signal, code, stderr } = await run(step).ended;
    await look(step);
    if (signal === 'SIGKILL') continue;
    expect([code, stderr]).toEqual([0, '']);
    return step;
  }
}

test('after kill -9 at any step of a backup only real backups are proven, and the next one cleans up', async () => {
  const { path, folder, take } = await storeToBackUp();
  const { record: first } = await take();
  const steps = await killAtEachStep(
    (step) => startProcess('backs', path, folder, String(step)),
    async (step) => {
      const found = await backups.list(folder, quietly);
      expect(found.at(-1), `killed at step ${step}`).toMatchObject({ name: first.name, verdict: 'proven' });
      // For a moment a backup has its final name but no record.
      for (const { name, verdict } of found)
        if (verdict !== 'unproven')
          expect((await backups.verify('file:', folder, name, quietly)).verdict).toBe('proven');
    },
  );
  expect(steps).toBeGreaterThan(8);
  const { record } = await take(1);
  expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  expect((await backups.list(folder, quietly))[0]).toMatchObject({ name: record.name, verdict: 'proven' });
});

test('kill -9 at any step of a restore leaves the old or the new store, and the next restore cleans up', async () => {
  const { db, folder, path: source, take } = await storeToBackUp();
  const { record } = await take();
  await db.close();
  const before = 'Held 1,Held 2,Held 3';
  const after = await namesIn(source);
  const template = await killedStore();
  let path = '';
  const outcomes = new Set<string>();
  const steps = await killAtEachStep(
    (step) => {
      path = join(newFolder(), 'data/plants.db');
      cpSync(template, dirname(path), { recursive: true });
      return startProcess('restores', path, folder, record.name, String(step));
    },
    async (step) => {
      const inPlace = await namesIn(path);
      expect([before, after], `killed at step ${step}`).toContain(inPlace);
      outcomes.add(inPlace);
      if (inPlace === before) await restore(`file:${path}`, folder, record.name, quietly);
      const kept = readdirSync(dirname(path)).filter((name) => name.includes('.before-restore-'));
      expect(kept).toHaveLength(1);
      expect(await namesIn(join(dirname(path), String(kept[0])))).toBe(before);
      if (inPlace === before) expect(readdirSync(dirname(path)).sort()).toEqual(['plants.db', kept[0]]);
    },
  );
  expect(outcomes).toEqual(new Set([before, after]));
  // The last process made all eleven changes.
  expect(steps).toBe(12);
});

/** The names of the plants in a closed store. Asserts that the store is not damaged. */
async function namesIn(path: string): Promise<string> {
  const connection = new SqliteConnection(path);
  expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
  connection.close();
  return (await plantsIn(path)).map(({ name }) => name).join();
}

/** A folder as after kill -9: the database and the write-ahead log of a store with three plants. */
async function killedStore(): Promise<string> {
  const path = join(newFolder(), 'data/plants.db');
  const holder = startProcess('holds', path, '3');
  await holder.told;
  await kill9(holder);
  expect(existsSync(`${path}-wal`)).toBe(true);
  return dirname(path);
}
