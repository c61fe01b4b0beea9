import { lstatSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyFor, isEnteredByAll, ownerOf } from '../servers/postgresql-server.ts';
import { newFolder } from '../testing.ts';

test.runIf(process.getuid?.() === 0)(
  'programs that root copies under a strict umask belong to the user of the server',
  () => {
    const umask = process.umask(0o077);
    onTestFinished(() => void process.umask(umask));
    const folder = newFolder();
    mkdirSync(join(folder, 'native/bin'), { recursive: true });
    writeFileSync(join(folder, 'native/bin/postgres'), '');
    symlinkSync('bin/postgres', join(folder, 'native/link'));
    const owner = ownerOf(folder);
    const copy = copyFor(owner, join(folder, 'native'), join(folder, 'copy'));
    for (const name of ['', 'bin', 'bin/postgres', 'link'])
      expect(lstatSync(join(copy, name)), name).toMatchObject(owner);
  },
);

test('a folder below a private one is not entered by all users', () => {
  const folder = join(newFolder(), 'open');
  mkdirSync(folder);
  expect(isEnteredByAll(folder)).toBe(false);
  expect(isEnteredByAll('/')).toBe(true);
});
