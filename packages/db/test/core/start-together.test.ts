import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { tables } from '../../src/core/models.ts';
import { contents, realNames } from '../migrations.ts';
import { isOnPostgresql, newUrl, rowsOf } from '../testing.ts';

/** A process that waits for the end of its input. Then it opens each store, adds a plant, and closes the store. */
const opener = `
  const { openDatabase, plants } = await import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, '../../src/index.ts')).href)});
  process.stdout.write('loaded');
  for await (const _ of process.stdin);
  for (const url of process.argv.slice(1)) {
    const db = await openDatabase(url);
    await plants.create(db, { id: BigInt(process.pid), name: 'Fern' });
    await db.close();
  }
`;

const processes = 4;

test('processes that start at the same moment migrate once and all start', async () => {
  const urls = await Promise.all(Array.from({ length: 5 }, newUrl));
  // An SQLite store in a folder that does not exist yet.
  if (!isOnPostgresql)
    for (const [i, url] of urls.entries()) urls[i] = url.replace(/plants\.db$/, 'data/plants.db');
  const children = Array.from({ length: processes }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', opener, ...urls]),
  );
  const outcomes = children.map(async (child) => {
    const [errors, [exitCode]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    return { exitCode, errors };
  });
  await Promise.all(children.map((child) => once(child.stdout, 'data')));
  for (const child of children) child.stdin.end();
  for (const outcome of await Promise.all(outcomes)) expect(outcome).toEqual({ exitCode: 0, errors: '' });

  for (const url of urls) {
    const found = await contents(url);
    expect(found.recorded).toEqual(realNames);
    expect(found.tables).toEqual(expect.arrayContaining(tables.map(({ name }) => name)));
    expect(await rowsOf(url, 'SELECT count(*) AS n FROM plants')).toEqual([{ n: BigInt(processes) }]);
  }
});
