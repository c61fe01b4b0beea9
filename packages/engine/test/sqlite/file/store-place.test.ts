import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '@plant-store/engine';
import { reserveSqliteFile } from '@plant-store/engine/sqlite';
import { describe, expect, test } from 'vitest';
import { filesOf, newFolder, openFile } from '../../store.ts';

/** A folder with the places that a mistyped address may name. */
function crowdedFolder() {
  const folder = newFolder();
  mkdirSync(join(folder, 'folder'));
  writeFileSync(join(folder, 'text'), 'not a database');
  symlinkSync('folder', join(folder, 'link'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  return folder;
}

describe.each([
  ['a server', (path: string) => reserveSqliteFile(path, filesOf(''))],
  ['a command', openFile],
])('%s refuses a place that cannot hold a store, and makes nothing:', (_who, open) => {
  test.each([
    ['folder', /\(EISDIR\); it is a folder, so add the name of a file, such as .*folder\/plants\.db\.$/],
    ['link', /\(EISDIR\); it is a folder, /],
    ['text/plants.db', /\(ENOTDIR\); .*text is a file, so choose a path outside of it\.$/],
    ['text/new/plants.db', /\(ENOTDIR\); .*text is a file, /],
    ['pipe', /\(EINVAL\); it is a device, a pipe or a socket, so choose the path of a file\.$/],
    [`new/${'x'.repeat(201)}`, /\(ENAMETOOLONG\); choose names of at most 200 bytes\.$/],
    [`new/${'x'.repeat(256)}/plants.db`, /\(ENAMETOOLONG\); /],
  ])('%s', async (name, problem) => {
    const folder = crowdedFolder();
    const before = readdirSync(folder, { recursive: true }).sort();
    const error = await open(join(folder, name)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StartError);
    expect((error as StartError).message).toContain(
      `DATABASE_URL: cannot read or write ${join(folder, name)} (`,
    );
    expect((error as StartError).message).toMatch(problem);
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(before);
  });
});
