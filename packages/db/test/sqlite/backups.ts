import { join } from 'node:path';
import { backups, plants } from '../../src/index.ts';
import { newFolder, newStore, open } from '../store.ts';

export const quietly = () => undefined;

export const extremes = [
  { id: -(2n ** 63n), name: 'Lowest 🌿', tag: '👩🏽‍🌾' },
  { id: 2n ** 63n - 1n, name: 'Highest' },
  { id: 9_007_199_254_740_993n, name: 'Beyond a double', tag: 'é' },
  { id: 0n, name: 'Null' },
];

/** A store with a few odd plants, which stays open, and a folder for its backups. */
export async function storeToBackUp() {
  const { db, path } = await newStore();
  for (const plant of extremes) await plants.create(db, plant);
  const folder = join(newFolder(), 'backups');
  const take = async (keep?: number) =>
    backups.create(`file:${path}`, { folder, onProgress: quietly, ...(keep ? { keep } : {}) });
  return { db, path, url: `file:${path}`, folder, take };
}

/** The plants of a store that nobody has open, each as it was added. */
export async function plantsIn(path: string) {
  const db = await open(path);
  const { plants: found } = await plants.list(db, { limit: 200 });
  await db.close();
  return found.toReversed();
}
