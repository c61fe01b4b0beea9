import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { unavailable } from '../core/unavailable.ts';
import { errorCode } from './fault.ts';

/** Values that wait on the disk, in the system's folder for temporary files. */
export type Spool<Value> = {
  /** @throws StoreError for a full disk */
  add(value: Value): void;
  values(): Generator<Value, void, void>;
  close(): void;
};

export function createSpool<Value>(): Spool<Value> {
  const path = join(tmpdir(), `plant-store-spool-${randomUUID()}`);
  const file = withTemporaryFaults(() => openSync(path, 'wx+', 0o600));
  // Without a name, the file ends with its process, however that ends.
  rmSync(path);
  const lengths: number[] = [];
  return {
    add: (value) =>
      withTemporaryFaults(() => {
        const bytes = serialize(value);
        for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
        lengths.push(bytes.length);
      }),
    *values() {
      let position = 0;
      for (const length of lengths) {
        const bytes = Buffer.allocUnsafe(length);
        for (let at = 0; at < length; ) at += readSync(file, bytes, at, length - at, position + at);
        position += length;
        yield deserialize(bytes) as Value;
      }
    },
    close: () => closeSync(file),
  };
}

function withTemporaryFaults<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    throw unavailable(
      `a temporary file cannot be written (${errorCode(cause)}); nothing was stored, free some space, or set another folder for temporary files in TMPDIR, then try again`,
      cause,
    );
  }
}
