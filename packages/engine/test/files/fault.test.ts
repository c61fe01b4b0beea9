import { expect, test } from 'vitest';
import { diskFaultOf, diskReadFaultOf } from '../../src/files/fault.ts';
import { startErrorOf } from '../../src/files/start-errors.ts';

const failed = (code: string, message = code) => Object.assign(new Error(message), { code });

const open = 'raise the limit of open files';
const causes: [code: string, problem: string, remedy: string][] = [
  ['ENOSPC', 'the disk of the database is full', 'free some space'],
  ['EDQUOT', 'the disk of the database is full', 'free some space'],
  ['EIO', 'the disk of the database fails', 'check the disk'],
  ['ESTALE', 'the disk of the database fails', 'check the disk'],
  ['EROFS', 'the database has become read-only', 'make its file and disk writable'],
  ['EMFILE', 'the store has no open file left', open],
  ['ENFILE', 'the store has no open file left', open],
  ['ENOMEM', 'the system has no memory or thread left', 'add memory'],
  ['SQLITE_NOMEM', 'the system has no memory or thread left', 'add memory'],
  ['EBUSY', 'another program holds a file of the database', 'end that program'],
  ['EACCES', 'the store may not use a file of its database', 'give the user of the store access'],
  ['EPERM', 'the store may not use a file of its database', 'give the user of the store access'],
  ['SQLITE_CANTOPEN', 'a file beside the database cannot be used', 'the rights of the store'],
  ['ENOTDIR', 'a file beside the database cannot be used', 'check its folder'],
];

test.each(causes)('503 for a write with %s names the cause and the way out', (code, problem, remedy) => {
  const { message } = diskFaultOf(failed(code)) ?? {};
  expect(message).toMatch(new RegExp(`^${problem}.*; nothing was stored, .*${remedy}`));
});

test.each([
  ['EMFILE', /^the store has no open file left; try again later/],
  [
    'EACCES',
    /^the store may not use a file of its database; give the user of the store access to its folder/,
  ],
  ['EIO', /^the disk of the database cannot be read; check it/],
])('503 for a read with %s names the cause, and does not speak of storing', (code, message) => {
  expect(diskReadFaultOf(failed(code))?.message).toMatch(message);
});

test('a start with too many open files, too little memory or a held file names the cause', () => {
  const message = (cause: Error) => (startErrorOf(cause, '/srv/plants.db') as Error).message;
  expect(message(failed('EMFILE'))).toMatch(
    /^DATABASE_URL: cannot open \/srv\/plants\.db \(EMFILE\): too many/,
  );
  expect(message(failed('ERR_WORKER_INIT_FAILED', 'Worker initialization failure: EAGAIN'))).toMatch(
    /^DATABASE_URL: the system has no memory or thread left to use \/srv\/plants\.db \(EAGAIN\)/,
  );
  expect(message(failed('EBUSY'))).toMatch(
    /^DATABASE_URL: another program holds \/srv\/plants\.db \(EBUSY\)/,
  );
});
