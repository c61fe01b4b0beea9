import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { kill9, startProcess } from '../../other-process.ts';
import { newFolder } from '../../store.ts';
import type { AtEnd } from '../../testing.ts';

/** A folder as after kill -9: the database and the write-ahead log of a store with three plants. */
export async function killedStore(atEnd: AtEnd = onTestFinished): Promise<string> {
  const path = join(newFolder(atEnd), 'data/plants.db');
  const holder = startProcess('holds', path, '3');
  await holder.told;
  await kill9(holder);
  expect(existsSync(`${path}-wal`)).toBe(true);
  return dirname(path);
}
