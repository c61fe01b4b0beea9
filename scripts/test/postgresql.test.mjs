import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { hasPostgresql, preparePostgresql, wayToGet } from '../test-runner/postgresql.mjs';
import { emptyFolder, writeFiles } from './sandbox.mjs';

const all = ['initdb', 'postgres', 'pg_dump', 'pg_restore'];

test('a PostgreSQL without one of its programs does not count', (t) => {
  const folder = emptyFolder(t);
  writeFiles(folder, Object.fromEntries(all.slice(1).map((name) => [`a/15/bin/${name}`, ''])));
  const parents = [join(folder, 'gone'), join(folder, 'a')];
  assert.equal(hasPostgresql(parents), false);
  writeFiles(folder, { 'a/15/bin/initdb': '' });
  assert.equal(hasPostgresql(parents), true);
});

test('only root installs PostgreSQL, with apt-get', () => {
  assert.equal(wayToGet(true, true)[0], 'sh');
  assert.equal(wayToGet(false, true), undefined);
  assert.equal(wayToGet(true, false), undefined);
});

test('without root, a missing PostgreSQL is reported, and the tests continue', async (t) => {
  const said = [];
  const folder = emptyFolder(t);
  await preparePostgresql(folder, (line) => said.push(line), {
    parents: [folder],
    isRoot: false,
    hasApt: true,
  });
  assert.match(said.join(), /need its pg_dump, which is not here/);
});
