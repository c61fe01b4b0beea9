import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { backups, plants } from '../../../src/index.ts';
import { extremes, quietly } from '../../backups.ts';
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
