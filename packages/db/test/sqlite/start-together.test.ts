import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { connect, newFolder } from '../store.ts';
import { contents, realNames } from './migrations.ts';

/** A process that, when its input ends, opens one store after the other, adds a plant, and closes it again. */
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

test('processes that start at the same moment migrate once, and all of them come up', async () => {
  const folder = newFolder();
  // Many stores, because what goes wrong here goes wrong once in a while.
  const paths = Array.from({ length: 25 }, (_, i) => join(folder, `data${i}/plants.db`));
  const urls = paths.map((path) => `file:${path}`);
  const children = Array.from({ length: 6 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', opener, ...urls]),
  );
  const outcomes = children.map(async (child) => {
    const [errors, [exitCode]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    return { exitCode, errors };
  });
  await Promise.all(children.map((child) => once(child.stdout, 'data')));
  for (const child of children) child.stdin.end();
  for (const outcome of await Promise.all(outcomes)) expect(outcome).toEqual({ exitCode: 0, errors: '' });

  for (const path of paths) {
    expect(contents(path)).toEqual({ tables: ['plants', 'sessions', 'tokens'], recorded: realNames });
    expect(connect(path).prepare('SELECT count(*) FROM plants').pluck().get()).toBe(6n);
  }
});
