import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFullOf } from '../../../src/files/disk-space.ts';
import { newFolder } from '../../testing.ts';

/** A file system of its own without free space, which Linux has. */
const full = '/proc';
const cause = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });

test.runIf(process.platform === 'linux')('the message names the full one of two disks', () => {
  const [folder, beside] = [newFolder(), newFolder()];
  const path = join(folder, 'plants.db');
  expect(temporaryFullOf(cause, path, [full])).toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/^the disk for temporary files is full; nothing was stored/),
  });
  // The failed write is undone on both disks by now, so it is unknown which one was full.
  expect(temporaryFullOf(cause, path, ['/dev'])).toMatchObject({
    message: expect.stringMatching(/^the disk of the database or that for temporary files is full; nothing/),
  });
  expect(temporaryFullOf(cause, join(full, 'plants.db'), [folder])).toBeUndefined();
  expect(temporaryFullOf(cause, path, [beside])).toBeUndefined();
  expect(temporaryFullOf(new Error('else'), path, [full])).toBeUndefined();
});
