import { join } from 'node:path';
import { backups, plants } from '../../../src/index.ts';
import { extremes, quietly } from '../../backups.ts';
import { newFolder, newStore } from '../../store.ts';

/** An open store with extreme values, and a folder for its backups. */
export async function storeToBackUp() {
  const { db, path } = await newStore();
  for (const plant of extremes) await plants.create(db, plant);
  const folder = join(newFolder(), 'backups');
  const take = async (keep?: number) =>
    backups.create(`file:${path}`, { folder, onProgress: quietly, ...(keep ? { keep } : {}) });
  return { db, path, url: `file:${path}`, folder, take };
}
