import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { WorkOptions } from '../core/unit-of-work.ts';
import { storageFaultOf } from '../files/disk-space.ts';
import { removeIfPossible } from '../files/durable-file.ts';
import { isLocked, lockedByOther } from '../files/fault.ts';
import { resolveLinks } from '../files/file-identity.ts';
import type { Semaphore } from '../threads/semaphore.ts';
import { runThread } from '../threads/thread.ts';
import { assertInPlace, type FileWatch } from './file/file-watch.ts';
import type { Writer } from './writer/writer.ts';

/** The path of a staging file without its ending. The file is next to the database, on the same disk. */
const stagingPrefix = (path: string, word: string) => `${resolveLinks(path)}-${word}-`;

type Parts = { path: string; stagingWord: string; files: FileWatch; writer: Writer; semaphore: Semaphore };

/** What a script has staged: the write thread runs this unit, with the staging file attached. */
type Staged = { module: string; name: string; input: unknown };

export function createStagedWorkRunner({ path, stagingWord, files, writer, semaphore }: Parts) {
  /** @param input for the script, besides the path of the store and of the staging file */
  return async <Result>(
    script: URL,
    source: AsyncIterable<Uint8Array>,
    input: unknown,
    options: WorkOptions,
  ): Promise<Result> => {
    assertInPlace(files, writer, 'nothing was stored');
    const staging = `${stagingPrefix(path, stagingWord)}${randomUUID()}`;
    try {
      const unit = await runThread<Staged>(script, { path, staging, input }, { ...options, source });
      const store = () => writer.longWork<Result>(unit, unit.input, options, staging);
      return await semaphore.run(store, options);
    } catch (cause) {
      throw storageFaultOf(cause, path) ?? (isLocked(cause) ? lockedByOther(cause) : cause);
    } finally {
      remove(staging);
    }
  };
}

/** Removes the staging files that a killed server, or a fault, left behind. Only the server does staged work. */
export function removeStagingFiles(path: string, word: string): void {
  const staging = stagingPrefix(path, word);
  for (const name of readdirSync(dirname(staging)))
    if (name.startsWith(basename(staging))) remove(join(dirname(staging), name));
}

function remove(staging: string) {
  for (const ending of ['', '-journal']) removeIfPossible(`${staging}${ending}`);
}
