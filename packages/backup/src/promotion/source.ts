import { dirname } from 'node:path';
import {
  inodeOf,
  lockTimeoutMs,
  resolveLinks,
  runSteps,
  StartError,
  startErrorOf,
} from '@plant-store/engine';
import {
  createStatementRunner,
  prepareSqliteFile,
  putSeal,
  removeSeal,
  type Seal,
  sealOf,
  withFolderLock,
  withSqlite,
} from '@plant-store/engine/sqlite/file';
import type { Database } from 'better-sqlite3';
import type { StoreEvent, StoreParts } from '../backup/store-parts.ts';

export type Source = {
  read<T>(work: (connection: Database) => Promise<T>): Promise<T>;
  seal(): Seal | undefined;
  /** Seals or unseals the store, and records the event; the change is on disk when this returns. */
  setSeal(seal: Seal | undefined, event?: StoreEvent): void;
};

/** No promotion or restore runs at the same time. @throws StartError when the store is missing, damaged or in use */
export async function withSource<T>(
  path: string,
  parts: StoreParts,
  work: (source: Source) => Promise<T>,
): Promise<T> {
  try {
    if (!inodeOf(path)) throw new StartError(`There is no store at ${path}, so there is nothing to promote.`);
    return await withFolderLock(dirname(resolveLinks(path)), () => withOpenSource(path, parts, work));
  } catch (cause) {
    throw startErrorOf(cause, path);
  }
}

async function withOpenSource<T>(
  path: string,
  { files, record, whenSealed }: StoreParts,
  work: (source: Source) => Promise<T>,
): Promise<T> {
  await prepareSqliteFile(path, files);
  return withSqlite(path, { fileMustExist: true, timeout: lockTimeoutMs }, (connection) => {
    connection.pragma('synchronous = FULL');
    const change = connection.transaction((seal: Seal | undefined, event?: StoreEvent) => {
      const run = createStatementRunner(connection);
      removeSeal(connection);
      runSteps(whenSealed(seal !== undefined), run);
      if (seal) putSeal(connection, seal);
      if (event) runSteps(record('sqlite', event), run);
    });
    return work({
      read: (work) =>
        withSqlite(path, { readonly: true, timeout: lockTimeoutMs }, (reading) => {
          reading.exec('BEGIN');
          return work(reading);
        }),
      seal: () => sealOf(connection),
      setSeal: (seal, event) => change.immediate(seal, event),
    });
  });
}
