import { expect, test } from 'vitest';
import { StartError } from '../../src/index.ts';
import { prepareSqliteFile } from '../../src/sqlite/file.ts';
import { connect } from '../store.ts';
import { contents, fileHash, migrated, migrationsFolder } from './migrations.ts';

const first = { '0001_first': 'CREATE TABLE first (id INTEGER PRIMARY KEY);' };
const second = { '0002_second': 'CREATE TABLE second (id INTEGER PRIMARY KEY);' };
const third = { '0003_third': 'CREATE TABLE third (id INTEGER PRIMARY KEY);' };

/** Starts with these migrations, expects that to stop in one line, and the file to be the same to the byte. */
function expectStop(path: string, migrations: Record<string, string>, message: RegExp) {
  const before = fileHash(path);
  const start = () => prepareSqliteFile(path, migrationsFolder(migrations));
  expect(start).toThrow(StartError);
  expect(start).toThrow(message);
  expect(start).toThrow(/^[^\n]+$/);
  expect(fileHash(path)).toBe(before);
}

function change(path: string, sql: string) {
  const connection = connect(path);
  connection.exec(sql);
  connection.close();
}

test('a migration that was edited since stops the start, named, and not even new ones are applied', () => {
  const path = migrated({ ...first, ...second });
  const edited = { '0001_first': `${first['0001_first']} ` };
  expectStop(
    path,
    { ...edited, ...second, ...third },
    /^The migration 0001_first was edited after .* Nothing was changed\.$/,
  );
});

test('a migration that is not known here is from a newer version, and stops the start', () => {
  const path = migrated({ ...first, ...third });
  expectStop(
    path,
    { ...first, ...second },
    /^The database is from a newer version .* the migration 0003_third, .* Nothing was changed\.$/,
  );
});

test('a migration that another tool left unfinished stops the start', () => {
  const path = migrated({ ...first, ...second });
  change(path, `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '0002_second'`);
  expectStop(
    path,
    { ...first, ...second, ...third },
    /^The migration 0002_second was begun by another tool and not finished\. .* Nothing was changed\.$/,
  );
});

test('a migration that was rolled back counts as not applied', () => {
  const path = migrated({ ...first, ...second });
  change(
    path,
    `UPDATE _prisma_migrations SET finished_at = NULL, rolled_back_at = 1 WHERE migration_name = '0002_second';
     DROP TABLE second`,
  );
  prepareSqliteFile(path, migrationsFolder({ ...first, ...second }));
  expect(contents(path)).toEqual({
    tables: ['first', 'second'],
    recorded: ['0001_first', '0002_second', '0002_second'],
  });
});
