import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { int64Max, int64Min } from '@plant-store/schema';
import { expect, test } from 'vitest';
import { plants, sessions, tokens } from '../../../src/index.ts';
import { connect, newStore } from '../../store.ts';

/** Whether any file beside the database contains this text. */
const isOnDisk = (path: string, text: string) =>
  readdirSync(dirname(path)).some((name) => readFileSync(join(dirname(path), name)).includes(text));

test('ids are stored as integers, not as text or floating point numbers', async () => {
  const { db, path } = await newStore();
  for (const id of [int64Min, -1n, 0n, 9007199254740993n, int64Max])
    await plants.create(db, { id, name: 'Fern' });
  expect(connect(path).prepare('SELECT DISTINCT typeof(id) FROM plants').pluck().all()).toEqual(['integer']);
});

test('no file contains a token or a session secret, only their hashes', async () => {
  const { db, path } = await newStore();
  const { token, value } = await tokens.create(db, { name: 'clerk', scopes: ['plants:read'] });
  const { secret } = await sessions.create(db, token);
  expect(isOnDisk(path, createHash('sha256').update(value).digest('hex'))).toBe(true);
  expect([isOnDisk(path, value), isOnDisk(path, value.slice(4, 36))]).toEqual([false, false]);
  expect(isOnDisk(path, secret)).toBe(false);
  await db.close();
  expect([isOnDisk(path, value), isOnDisk(path, secret)]).toEqual([false, false]);
});

test('the data folder has only the database and its two companions', async () => {
  const { db, path } = await newStore();
  await plants.create(db, { id: 1n, name: 'Fern' });
  expect(readdirSync(path.replace(/[^/]*$/, '')).sort()).toEqual([
    'plants.db',
    'plants.db-shm',
    'plants.db-wal',
  ]);
});
