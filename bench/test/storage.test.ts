import { readFileSync } from 'node:fs';
import SqliteConnection from 'better-sqlite3';
import { expect, test } from 'vitest';
import { assertDurable, type Committing, openStorage } from '../servers/storage.ts';
import { temporaryStore } from './temporary.ts';

/**
 * The number of commits in the log of a store file. The last frame of a commit has the size of the database in its
 * header (SQLite's file format, 4.1).
 */
function commitCount(file: string): number {
  const log = readFileSync(`${file}-wal`);
  const frameBytes = 24 + log.readUInt32BE(8);
  let count = 0;
  for (let at = 32; at < log.length; at += frameBytes) if (log.readUInt32BE(at + 4) > 0) count++;
  return count;
}

const addTogether = async (file: string, committing: Committing, ids: number[]) => {
  const storage = openStorage(file, committing);
  return Promise.allSettled(ids.map((id) => storage.add({ id, name: 'Fern', tag: null })));
};

test('server (a) commits each plant by itself', async () => {
  const file = await temporaryStore(0);
  await addTogether(file, 'each', [11, 12, 13, 14]);
  expect(commitCount(file)).toBe(4);
});

test('server (b) commits simultaneous plants together', async () => {
  const file = await temporaryStore(0);
  await addTogether(file, 'group', [11, 12, 13, 14]);
  expect(commitCount(file)).toBe(1);
});

test.each(['each', 'group'] as const)(
  'with commits of %s, each plant gets its own result',
  async (committing) => {
    const file = await temporaryStore(1);
    const verdicts = await addTogether(file, committing, [11, 1, 12, 11]);
    expect(verdicts.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
  },
);

test('a connection with the defaults of better-sqlite3 is refused as not durable', async () => {
  const db = new SqliteConnection(await temporaryStore(1));
  expect(() => assertDurable(db)).toThrow('synchronous=1');
  db.pragma('synchronous = FULL');
  expect(() => assertDurable(db)).not.toThrow();
  db.close();
});
