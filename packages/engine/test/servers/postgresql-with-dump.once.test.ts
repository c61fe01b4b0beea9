import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../store.ts';
import { installed, prepare, wayToGet } from './postgresql-with-dump.ts';

function writePrograms(folder: string, names: string[]) {
  mkdirSync(folder, { recursive: true });
  for (const name of names) writeFileSync(join(folder, name), '');
}

test('a PostgreSQL without one of its programs does not count', () => {
  const folder = newFolder();
  const parents = [join(folder, 'gone'), join(folder, 'a')];
  const programs = ['initdb', 'postgres', 'pg_dump', 'pg_restore'];
  for (const missing of programs)
    writePrograms(
      join(folder, 'a', missing, 'bin'),
      programs.filter((name) => name !== missing),
    );
  expect(installed(parents)).toEqual([]);
  for (const version of ['9', '18']) writePrograms(join(folder, 'a', version, 'bin'), programs);
  expect(installed(parents)).toEqual([join(folder, 'a/18/bin'), join(folder, 'a/9/bin')]);
});

test('only root installs PostgreSQL, with apt-get; web servers are unpacked, as they would begin to serve', () => {
  const packages = [
    ...(wayToGet(true, true) ?? '').matchAll(/apt-get (?:-o \S+ )?(install|download)(?: -\S+)* (\w+)/g),
  ];
  expect(packages.map(([, how, name]) => `${how} ${name}`)).toEqual([
    ...['install postgresql', 'install pgbouncer', 'download caddy', 'download nginx'],
  ]);
  expect(wayToGet(false, true)).toBeUndefined();
  expect(wayToGet(true, false)).toBeUndefined();
});

test('without root, a missing PostgreSQL is reported, and the tests continue', () => {
  const said: string[] = [];
  prepare([newFolder()], undefined, (line) => said.push(line));
  expect(said).toEqual([expect.stringMatching(/need its pg_dump, .* is not here/)]);
});

test('a failed installation of PostgreSQL does not stop the tests', () => {
  const said: string[] = [];
  prepare([newFolder()], 'exit 100', (line) => said.push(line));
  expect(said).toEqual([expect.stringMatching(/^Fetching PostgreSQL/)]);
});
