import { existsSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { reserveStore } from '../../src/index.ts';
import { inodeLockHolder } from '../../src/files/inode-lock.ts';
import { newStore } from '../store.ts';

const isLinux = process.platform === 'linux';

test.runIf(isLinux)('a server goes on when a process that asks for its number goes away', async () => {
  const { url, path } = await newStore();
  onTestFinished((await reserveStore(url)).release);
  const { dev, ino } = statSync(path, { bigint: true });
  // The system accepts the connection at once, and the server finds it closed.
  connect(`\0plant-store ${dev}:${ino}`).destroy();
  expect(await inodeLockHolder(path)).toBe(process.pid);
});
