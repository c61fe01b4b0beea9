import { dirname } from 'node:path';
import { StoreError } from '@plant-store/schema/errors';
import { StartError } from '../core/start-error.ts';
import { isDiskFull } from './disk-space.ts';
import { alteredText, diskFaultKind, errorCode, lockTimeoutMs } from './fault.ts';

/** The reason why the store at `path` cannot be used, for people. Other errors are returned unchanged. */
export function startErrorOf(thrown: unknown, path: string): unknown {
  const cause = thrown instanceof StoreError ? (thrown.cause ?? thrown) : thrown;
  const why = explain(cause, path, 'file');
  return why ? new StartError(`DATABASE_URL: ${why}`, { cause }) : thrown;
}

/** Works on files in `folder`. An error of the system becomes a StartError with the remedy; a store's fault stays. */
export async function withFilesIn<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const isOfStore = [undefined, 'damaged', 'locked'].includes(diskFaultKind(cause));
    const why = isOfStore ? undefined : explain(cause, folder, 'folder');
    throw why
      ? new StartError(
          why.replace(/^[a-z]/, (letter) => letter.toUpperCase()),
          { cause },
        )
      : cause;
  }
}

function explain(cause: unknown, place: string, what: 'file' | 'folder'): string | undefined {
  const code = errorCode(cause);
  const disk = what === 'file' ? dirname(place) : place;
  const way = what === 'file' ? 'then try again' : 'or choose another folder';
  switch (isReallyFull(code, disk) ? 'full' : diskFaultKind(cause)) {
    case 'damaged':
      return `${place} is damaged or is not an SQLite database; ${backup}. Nothing was changed.`;
    case 'locked':
      return `${place} has been locked by another program for ${lockTimeoutMs / 1000} s; end that program, then try again.`;
    case 'altered':
      return `${alteredText(` of ${what === 'file' ? place : 'the backup'}`)}; ${backup}. Nothing was changed.`;
    case 'full':
      return `the disk that holds ${place} is full; free some space, ${way}.`;
    case 'failing':
    case 'unconfirmed':
      return `the disk that holds ${place} fails, or its quota is used up (${code}); check the disk, ${way}.`;
    case 'crowded':
      return `cannot open ${place} (${code}): too many files are open; raise the limit (ulimit -n), or end other programs.`;
    case 'out of memory':
      return `the system has no memory or thread left to use ${place} (${code}); end other programs, or add memory.`;
    case 'held':
      return `another program holds ${place} (${code}); end that program, ${way}.`;
    case 'read-only':
    case 'denied':
    case 'unusable':
      return `cannot read or write ${place} (${code}); give this user access to it${what === 'file' ? ' and its folder' : ''}, or choose another ${what}.`;
  }
  return code.startsWith('SQLITE_')
    ? `SQLite cannot do this with ${place} (${code}: ${(cause as Error).message}); if another program has changed it, ${backup}.`
    : undefined;
}

const backup = '"npm run backup -- list" lists the backups for "npm run restore"';

/** SQLite has several codes for a full disk. */
const isReallyFull = (code: string, folder: string) =>
  /^SQLITE_(IOERR|CANTOPEN)/.test(code) && isDiskFull(folder);
