import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compose, type Statement, sql } from '@plant-store/engine';
import { openPostgresql } from '@plant-store/engine/postgresql';
import { openSqlite } from '@plant-store/engine/sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { addNote } from './notes.ts';
import { changeNote } from './notes-threads.ts';
import { isOnPostgresql, newFolder, newUrl, rowsOf } from './testing.ts';

/** A new store of notes, which knows no plant. */
async function newNotes() {
  const [url, migrations] = [await newUrl(), newFolder()];
  mkdirSync(join(migrations, '0001'));
  writeFileSync(
    join(migrations, '0001/migration.sql'),
    'CREATE TABLE "notes" ("text" TEXT); CREATE TABLE "journal" ("what" TEXT);',
  );
  const common = { migrations, prepare: async () => undefined, createClient: () => undefined as never };
  const opened = isOnPostgresql
    ? await openPostgresql(
        url,
        { ...common, tables: [{ name: 'notes', isAppendOnly: false }], healthTable: 'notes', withEvent },
        { connections: 3 },
        () => undefined,
      )
    : await openSqlite(
        url.slice('file:'.length),
        {
          ...common,
          threads: new URL('./notes-threads.ts', import.meta.url).href,
          healthReads: ['SELECT * FROM "notes" LIMIT 1'],
        },
        () => undefined,
      );
  onTestFinished(opened.store.close);
  return { opened, db: opened.store, rows: (text: string) => rowsOf(url, text) };
}

const withEvent = (statement: Statement, event: object) => compose`
  WITH "written" AS (${statement}), "recorded" AS (
    INSERT INTO "journal" SELECT ${(event as { what: string }).what} FROM "written")
  SELECT * FROM "written"`;

test('a unit of any program is stored as a whole or not at all, before its result comes', async () => {
  const { db, rows } = await newNotes();
  expect(await db.transact(addNote, 'Water the fern')).toBe(1n);
  await expect(db.transact(addNote, '')).rejects.toThrow('an empty note');
  await expect(db.transact(addNote, '', { long: true })).rejects.toThrow('an empty note');
  expect(await rows('SELECT * FROM "notes"')).toEqual([{ text: 'Water the fern' }]);
  expect(await db.query(sql`SELECT "text" FROM "notes"`)).toEqual([{ text: 'Water the fern' }]);
  await db.check();
});

test('a unit of one step records its event only if it returns a row', async () => {
  const { db, rows } = await newNotes();
  await db.transact(addNote, 'Fern');
  const outcomes = [
    db.transact(changeNote, { from: 'Fern', to: 'Moss' }),
    db.transact(changeNote, { from: 'Rush', to: 'Reed' }),
  ];
  expect(await Promise.all(outcomes)).toEqual([[{ text: 'Moss' }], []]);
  expect(await rows('SELECT * FROM "journal"')).toEqual([{ what: 'Fern is now Moss' }]);
});

test('the example of the README is the code of these tests', () => {
  const [readme, notes] = ['../README.md', 'notes.ts'].map((file) =>
    readFileSync(join(import.meta.dirname, file), 'utf8'),
  );
  expect(readme).toContain(`\`\`\`ts\n${notes}\`\`\``);
});

test.runIf(!isOnPostgresql)('a long read of any program runs in its thread', async () => {
  const { opened, db } = await newNotes();
  await db.transact(addNote, 'Fern');
  if ('openLongReader' in opened) expect(await opened.openLongReader(5)('count', undefined)).toBe(1n);
});
