import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { endianness } from 'node:os';
import { StartError } from '../../core/start-error.ts';
import { resolveLinks } from '../../files/file-identity.ts';

/** Asserts that SQLite would not delete a log with content, as it does if the database is empty. @throws StartError */
export function assertLogIsSafe(path: string) {
  const log = `${resolveLinks(path)}-wal`;
  const database = fileAt(path);
  if ((!database || isEmpty(database)) && fileAt(log)?.size)
    throw new StartError(
      `DATABASE_URL: ${path} is ${database ? 'empty' : 'missing'}, but its log ${log} exists and contains the last writes. ` +
        'Put the file back; if it is lost, move the log away, restore a backup, then start again.',
    );
}

/**
 * Refuses a log without all writes that its index counts (sqlite.org/walformat.html, section 2.1: integers in the byte
 * order of the machine; page size at 14, frames in the log at 16, frames in the database at 96). @throws StartError
 */
export function assertLogIsComplete(path: string) {
  const place = resolveLinks(path);
  const [index, log] = [`${place}-shm`, `${place}-wal`];
  const before = headOf(index, 100);
  // A restore moves the log into the database, and leaves the index, but no database with a log.
  if (!before || headOf(path, 100)?.[18] !== withLog) return;
  const size = fileAt(log)?.size ?? 0;
  const head = headOf(log, 32);
  // After a power cut the index may be older than the log; then their salts differ.
  if (existsSync(log) && !head?.subarray(16, 24).equals(before.subarray(32, 40))) return;
  const numbers = new DataView(before.buffer);
  const [frames, moved] = [16, 96].map((at) => numbers.getUint32(at, isLittleEndian)) as [number, number];
  const expected = 32 + frames * (numbers.getUint16(14, isLittleEndian) + 24);
  // Another process may move and remove its log at this moment; then the index changes first.
  if (frames > moved && size < expected && headOf(index, 100)?.equals(before))
    throw new StartError(
      `DATABASE_URL: the log ${log} is ${head ? 'cut short' : 'missing'}, and contained the last writes to ${path}. ` +
        `Put it back, or restore a backup; to go on without these writes, move ${index} away, then start again.`,
    );
}

/** The file format of a database with a log, at byte 18 (sqlite.org/fileformat2.html, section 1.3). */
const withLog = 2;

const isLittleEndian = endianness() === 'LE';

function headOf(path: string, length: number): Buffer | undefined {
  if ((fileAt(path)?.size ?? 0) < length) return undefined;
  const head = Buffer.from(new ArrayBuffer(length));
  const file = openIfThere(path);
  if (file === undefined) return undefined;
  try {
    readSync(file, head, 0, length, 0);
    return head;
  } finally {
    closeSync(file);
  }
}

/** The last process that closes the store removes log and index, also between a look at them and this. */
function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw cause;
  }
}

/** Whether SQLite sees no content: it takes a single byte for the one that it writes on some systems. */
export const isEmpty = ({ size }: { size: number }): boolean => size <= 1;

export function fileAt(path: string) {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() ? found : undefined;
}
