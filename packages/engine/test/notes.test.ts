import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from '@plant-store/engine';
import { expect, test } from 'vitest';
import { addNote } from './notes.ts';
import { newFolder, newStore, openFile } from './store.ts';
import { isOnPostgresql } from './testing.ts';
import { changeNote } from './units-of-work.ts';

test('a unit of any program is stored as a whole or not at all, before its result comes', async () => {
  const { db, rows } = await newStore();
  expect(await db.transact(addNote, 'Water the fern')).toBe(1n);
  await expect(db.transact(addNote, '')).rejects.toThrow('an empty note');
  await expect(db.transact(addNote, '', { long: true })).rejects.toThrow('an empty note');
  expect(await rows('SELECT "text" FROM "notes"')).toEqual([{ text: 'Water the fern' }]);
  expect(await db.query(sql`SELECT "text" FROM "notes"`)).toEqual([{ text: 'Water the fern' }]);
  await db.check();
});

test('a unit of one step records its event only if it returns a row', async () => {
  const { db, rows } = await newStore();
  await db.transact(addNote, 'Fern');
  const [row] = await db.query<{ id: bigint }>(sql`SELECT "id" FROM "notes"`);
  const id = row?.id ?? 0n;
  const outcomes = [
    db.transact(changeNote, { id, text: 'Moss' }),
    db.transact(changeNote, { id: id + 1n, text: 'Reed' }),
  ];
  expect(await Promise.all(outcomes)).toEqual([[{ id, text: 'Moss' }], []]);
  expect(await rows('SELECT * FROM "journal"')).toEqual([{ what: `${id} is now Moss` }]);
});

test('the example of the README is the code of these tests', () => {
  const [readme, notes] = ['../README.md', 'notes.ts'].map((file) =>
    readFileSync(join(import.meta.dirname, file), 'utf8'),
  );
  expect(readme).toContain(`\`\`\`ts\n${notes}\`\`\``);
});

test.runIf(!isOnPostgresql)('a long read of any program runs in its thread', async () => {
  const { db, openLongReader } = await openFile(join(newFolder(), 'notes.db'));
  await db.transact(addNote, 'Fern');
  expect(await openLongReader(5)('count', {})).toBe(1n);
});
