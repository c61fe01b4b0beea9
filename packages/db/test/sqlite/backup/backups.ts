import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { backups, plants } from '../../../src/index.ts';
import { extremes, quietly } from '../../backups.ts';
import { kill9, startProcess } from '../../other-process.ts';
import { newFolder, newStore } from '../../store.ts';
import type { AtEnd } from '../../testing.ts';

/** An open store with extreme values, and a folder for its backups. */
export async function storeToBackUp(atEnd: AtEnd = onTestFinished) {
  const { db, path } = await newStore(atEnd);
  for (const plant of extremes) await plants.create(db, plant);
  const folder = join(newFolder(atEnd), 'backups');
  const take = async (keep?: number) =>
    backups.create(`file:${path}`, { folder, onProgress: quietly, ...(keep ? { keep } : {}) });
  return { db, path, url: `file:${path}`, folder, take };
}

/** A folder as after kill -9: the database and the write-ahead log of a store with three plants. */
export async function killedStore(atEnd: AtEnd = onTestFinished): Promise<string> {
  const path = join(newFolder(atEnd), 'data/plants.db');
  const holder = startProcess('holds', path, '3');
  await holder.told;
  await kill9(holder);
  expect(existsSync(`${path}-wal`)).toBe(true);
  return dirname(path);
}
