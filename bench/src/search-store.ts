import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { openDatabase } from '@plant-store/db';
import { foldedOf } from '@plant-store/schema/fold';
import SqliteConnection from 'better-sqlite3';
import { createCatalogue, type Entry } from './catalogue.ts';

/** Makes a store file of a catalogue, with ids from 1 to `count`, the highest the newest. Returns some plants. */
export async function makeSearchStore(path: string, count: number): Promise<Entry[]> {
  mkdirSync(dirname(path), { recursive: true });
  await (await openDatabase(`file:${path}`)).close();
  const db = new SqliteConnection(path);
  // Skips syncing to disk, because a failed file is deleted anyway.
  db.pragma('synchronous = OFF');
  db.pragma('cache_size = -262144');
  const insert = db.prepare('INSERT INTO plants (id, name, tag, folded, added_at) VALUES (?, ?, ?, ?, ?)');
  const next = createCatalogue();
  const some: Entry[] = [];
  db.transaction(() => {
    for (let id = 1; id <= count; id++) {
      const entry = next();
      insert.run(id, entry.name, entry.tag ?? null, foldedOf(entry), 1_700_000_000_000_000 + id * 1_000);
      if (id % Math.ceil(count / 5_000) === 0) some.push(entry);
    }
  })();
  db.close();
  // Opening the store prepares its search index.
  await (await openDatabase(`file:${path}`)).close();
  return some;
}
