import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileHash } from '@plant-store/engine/testing/database-file';
import { expect } from 'vitest';
import { openDatabase, StartError } from '../../../src/index.ts';

/** Opens the file at `path`. Expects an error of one line with the setting and the file, and an unchanged file. */
export async function expectRefusal(path: string, message: RegExp, open = openAsServer) {
  const before = snapshot(dirname(path));
  const outcome = await open(path).then(
    () => new Error('it was opened'),
    (cause: Error) => cause,
  );
  expect(outcome).toBeInstanceOf(StartError);
  expect(outcome.message).toMatch(/^DATABASE_URL: [^\n]+$/);
  expect(outcome.message).toContain(path);
  expect(outcome.message).toMatch(message);
  expect(snapshot(dirname(path))).toEqual(before);
}

const openAsServer = (path: string): Promise<unknown> => openDatabase(`file:${path}`);

const snapshot = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).map((entry) =>
        entry.isFile() ? [entry.name, fileHash(join(folder, entry.name))] : [entry.name],
      )
    : 'no folder';
