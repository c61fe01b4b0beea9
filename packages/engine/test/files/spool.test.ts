import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { createSpool } from '../../src/files/spool.ts';
import { newFolder } from '../testing.ts';

afterEach(() => vi.unstubAllEnvs());

test('spooled values come back in order, each time, and no file stays', () => {
  const folder = newFolder();
  vi.stubEnv('TMPDIR', folder);
  const spool = createSpool<unknown>();
  const values = [[1n, 'Fern 🌿', null], Buffer.from('piece'), 'x'.repeat(100_000)];
  for (const value of values) spool.add(value);
  expect(readdirSync(folder)).toEqual([]);
  expect([...spool.values()]).toEqual(values);
  expect([...spool.values()]).toEqual(values);
  spool.close();
});

test('503 with the way out if the folder for temporary files takes no file', () => {
  vi.stubEnv('TMPDIR', join(newFolder(), 'gone'));
  expect(() => createSpool()).toThrow(/\(ENOENT\); nothing was stored, free some space, or .* TMPDIR/);
});
