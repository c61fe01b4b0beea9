import { foldedOf } from '@plant-store/schema/fold';
import { createCatalogue, type Entry } from './catalogue.ts';
import { fillStoreFile } from './store-file.ts';

/** Makes a store file of a catalogue, with ids from 1 to `count`, the highest the newest. Returns some plants. */
export async function makeSearchStore(path: string, count: number): Promise<Entry[]> {
  const next = createCatalogue();
  const some: Entry[] = [];
  await fillStoreFile(path, (db) => {
    db.pragma('cache_size = -262144');
    const insert = db.prepare('INSERT INTO plants (id, name, tag, folded, added_at) VALUES (?, ?, ?, ?, ?)');
    db.transaction(() => {
      for (let id = 1; id <= count; id++) {
        const entry = next();
        insert.run(id, entry.name, entry.tag ?? null, foldedOf(entry), 1_700_000_000_000_000 + id * 1_000);
        if (id % Math.ceil(count / 5_000) === 0) some.push(entry);
      }
    })();
  });
  return some;
}
