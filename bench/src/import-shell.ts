import { spawnSync } from 'node:child_process';

/** True if the sqlite3 shell is installed. */
export const isShellThere = (): boolean => spawnSync('sqlite3', ['--version']).status === 0;

/**
 * Imports a file into a store with the sqlite3 shell, in one transaction that is synced to disk, like the store.
 * Returns the duration in seconds.
 */
export function shellImport(store: string, file: string): number {
  const begun = performance.now();
  const { status, stderr } = spawnSync(
    'sqlite3',
    [store, 'PRAGMA synchronous = FULL', '.mode csv', `.import "${file}" plants`],
    { encoding: 'utf8' },
  );
  if (status !== 0 || stderr !== '') throw new Error(`the sqlite3 shell failed: ${stderr.slice(0, 300)}`);
  return (performance.now() - begun) / 1000;
}
