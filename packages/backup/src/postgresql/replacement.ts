import { setTimeout as wait } from 'node:timers/promises';
import { type Address, nameMaxBytes, StartError } from '@plant-store/engine';
import { describe } from '@plant-store/engine/postgresql/connection';
import { timestampName } from '../backup/backup-folder.ts';

export type Replacement = {
  assertReplaceable(): Promise<void>;
  stage(filled: Address): Promise<void>;
  swap(name: string): Promise<string | undefined>;
  clear(): Promise<void>;
};

const waitTimeoutMs = 1_000;

/** Asserts that `isUsed` becomes false. It waits briefly, as the server drops a closed connection later. */
export async function assertUnused(address: Address, isUsed: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + waitTimeoutMs;
  while (await isUsed()) {
    if (performance.now() > deadline) throw inUse(address);
    await wait(50);
  }
}

export const inUse = (address: Address, cause?: unknown): StartError =>
  new StartError(
    `The store in ${describe(address)} is in use: stop the programs that use it (npm start, another command, or a pooler that keeps connections), then restore. Nothing was changed.`,
    { cause },
  );

/** The name under which an old database or schema is kept, cut to the length that PostgreSQL takes. */
export function asideName(name: string): string {
  const suffix = `_before_restore_${timestampName(new Date()).replaceAll('-', '_')}`;
  const kept = Buffer.from(name).subarray(0, nameMaxBytes - suffix.length);
  // A cut character becomes U+FFFD.
  return `${kept.toString().replace(/\uFFFD+$/, '')}${suffix}`;
}
