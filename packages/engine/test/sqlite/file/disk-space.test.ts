import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDiskFaultOf } from '../../../src/files/disk-space.ts';
import { newFolder } from '../../testing.ts';

/** A file system of Linux without free space. */
const full = '/proc';
const cause = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });

test.runIf(process.platform === 'linux')('if one of two disks is full, the message names that disk', () => {
  const [folder, beside] = [newFolder(), newFolder()];
  const path = join(folder, 'plants.db');
  expect(temporaryDiskFaultOf(cause, path, [full])).toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/^the disk for temporary files is full; nothing was stored/),
  });
  // The failed write is undone on both disks by now, so it is unknown which one was full.
  expect(temporaryDiskFaultOf(cause, path, ['/dev'])).toMatchObject({
    message: expect.stringMatching(/^the disk of the database or that for temporary files is full; nothing/),
  });
  expect(temporaryDiskFaultOf(cause, join(full, 'plants.db'), [folder])).toBeUndefined();
  expect(temporaryDiskFaultOf(cause, path, [beside])).toBeUndefined();
  expect(temporaryDiskFaultOf(new Error('else'), path, [full])).toBeUndefined();
});
