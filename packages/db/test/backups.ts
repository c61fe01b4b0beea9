import { backups, plants } from '../src/index.ts';
import { open } from './store.ts';

export const quietly = () => undefined;

/** Plants that a backup must bring back to the last bit. */
export const extremes = [
  { id: -(2n ** 63n), name: 'Lowest 🌿', tag: '👩🏽‍🌾' },
  { id: 2n ** 63n - 1n, name: 'Highest' },
  { id: 9_007_199_254_740_993n, name: 'Beyond a double', tag: 'é' },
  { id: 0n, name: 'Null' },
];

/** The plants of a store that nobody has open, by its address or path, each as it was added. */
export async function plantsIn(place: string) {
  const db = await open(place);
  const { plants: found } = await plants.list(db, { limit: 200 });
  await db.close();
  return found.toReversed();
}

/** What is found of each backup in a folder, the newest first. */
export const verdicts = async (folder: string) =>
  (await backups.list(folder, quietly)).map(({ verdict }) => verdict);

/** The same bytes but for one bit, at random within the one that is named. */
export function flipped(whole: Buffer, offset: number): Buffer {
  const bytes = Buffer.from(whole);
  bytes.writeUInt8(bytes.readUInt8(offset) ^ (1 << Math.floor(Math.random() * 8)), offset);
  return bytes;
}
