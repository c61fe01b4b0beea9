import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { OnProgress } from '@plant-store/engine';

export type Fingerprint = { bytes: number; sha256: string };
/** What a restore for comparison found; without a problem the content is that of the store. */
export type Proof = Fingerprint & { problem?: string | undefined };

/** Whether the file differs from its record. False without a record. */
export const isDifferentFile = (found: Fingerprint, recorded: Partial<Fingerprint>): boolean =>
  recorded.sha256 !== undefined && (found.bytes !== recorded.bytes || found.sha256 !== recorded.sha256);

/** The fingerprint of a file, which is also copied to the new file `copyTo`. `doing` is the text of the progress. */
export async function fingerprintOf(
  path: string,
  doing: string,
  onProgress: OnProgress,
  copyTo?: string,
): Promise<Fingerprint> {
  const sha256 = createHash('sha256');
  const { size: total } = statSync(path);
  let bytes = 0;
  const copy = copyTo ? await open(copyTo, 'wx', 0o600) : undefined;
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
      sha256.update(chunk);
      await copy?.writeFile(chunk);
      bytes += chunk.length;
      onProgress({ doing, done: bytes, total, unit: 'bytes' });
    }
  } finally {
    await copy?.close();
  }
  return { bytes, sha256: sha256.digest('hex') };
}
