import { StartError } from '../start-error.ts';

/** Runs a piece of work on files in `folder`; what the system says of it becomes a StartError with the way out. */
export async function withFilesIn<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw explain(cause, folder);
  }
}

function explain(cause: unknown, folder: string): unknown {
  const code = (cause as { code?: unknown }).code;
  // Of a damaged store, which is not in the folder, its reader speaks.
  if (cause instanceof StartError || typeof code !== 'string' || /^SQLITE_(?:NOTADB|CORRUPT)/.test(code))
    return cause;
  if (/^(?:SQLITE_FULL|ENOSPC|EDQUOT)$/.test(code))
    return new StartError(`The disk that holds ${folder} is full; free some space, or name another folder.`, {
      cause,
    });
  if (/^(?:EACCES|EPERM|EROFS|ENOTDIR|ENOENT|EEXIST|SQLITE_(?:CANTOPEN|READONLY|PERM).*)$/.test(code))
    return new StartError(
      `Cannot write to ${folder} (${code}); give it to the user who runs this, or name another folder.`,
      { cause },
    );
  return new StartError(`Reading or writing in ${folder} failed (${code}: ${(cause as Error).message}).`, {
    cause,
  });
}
