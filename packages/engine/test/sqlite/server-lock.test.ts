import { existsSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { reserveSqliteFile } from '@plant-store/engine/sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { inodeLockHolder } from '../../src/files/inode-lock.ts';
import { filesOf, newStore } from '../store.ts';

const reserve = (path: string) => reserveSqliteFile(path, filesOf(''));

const isLinux = process.platform === 'linux';

test.runIf(isLinux)('a server goes on when a process that asks for its number goes away', async () => {
  const { path } = await newStore();
  onTestFinished((await reserve(path)).release);
  const { dev, ino } = statSync(path, { bigint: true });
  // The system accepts the connection at once, and the server finds it closed.
  connect(`\0plant-store ${dev}:${ino}`).destroy();
  expect(await inodeLockHolder(path)).toBe(process.pid);
});

test('the end of a process does not remove the lock file of the server after it', async () => {
  const { path } = await newStore();
  const others = process.listeners('exit');
  const { release } = await reserve(path);
  const atExit = process.listeners('exit').find((end) => !others.includes(end));
  release();
  onTestFinished((await reserve(path)).release);
  if (atExit && process.listeners('exit').includes(atExit)) atExit(0);
  expect(existsSync(`${path}-server`)).toBe(true);
});
