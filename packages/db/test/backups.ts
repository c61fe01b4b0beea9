import { join } from 'node:path';
import { fullPlant } from '@plant-store/schema/testing/full-plant';
import { expect } from 'vitest';
import { auditLog, backups, plants, tokens } from '../src/index.ts';
import { migrate, migrationsBefore } from './migrations.ts';
import { newFolder, open } from './store.ts';
import { rowsOf } from './testing.ts';

export const quietly = () => undefined;

/** Plants with extreme values and every field. */
export const extremes = [
  { id: -(2n ** 63n), name: 'Lowest 🌿', tag: '👩🏽‍🌾' },
  { id: 2n ** 63n - 1n, name: 'Highest' },
  // A double cannot represent this id.
  fullPlant(9_007_199_254_740_993n),
  { id: 0n, name: 'Null' },
];

/** The plants of a closed store, by its URL or path, each with its time. */
export async function plantsIn(place: string) {
  const db = await open(place);
  const { plants: found } = await plants.list(db, { limit: 200 });
  await db.close();
  return found.toReversed();
}

/** The tokens of a closed store, by its URL or path. */
export async function tokensIn(place: string) {
  const db = await open(place);
  const found = await tokens.list(db);
  await db.close();
  return found;
}

/**
 * The audit log of a closed store, by its URL or path, oldest entry first. Asserts that the log is valid.
 */
export async function toldIn(place: string) {
  const db = await open(place);
  await auditLog.chainPending(db);
  const { entries } = await auditLog.list(db, { filter: {}, limit: 200 });
  const { fault, entries: held } = await auditLog.verify(db);
  expect([fault, held]).toEqual([undefined, BigInt(entries.length)]);
  await db.close();
  return entries.toReversed().map(({ action, subject }) => `${action} ${subject}`);
}

/** A store of a version without an audit log, with one plant and one token, and a backup of it. */
export async function backupWithoutLog(url: string) {
  await migrate(url, migrationsBefore('0010'));
  await rowsOf(url, `INSERT INTO plants (id, name, tag, added_at) VALUES (1, 'Fern', NULL, 1)`);
  await rowsOf(
    url,
    `INSERT INTO tokens (id, name, hash, scope, created_at, actor_id) VALUES ('a', 'till', 'h', 'admin', '2026-01-02 03:04:05.006', 1)`,
  );
  const folder = join(newFolder(), 'backups');
  const { record } = await backups.create(url, { folder, onProgress: quietly });
  expect(record.tables.map(({ name }) => name)).not.toContain('audit_entries');
  return { folder, record };
}

/** The state of each backup in a folder, newest first. */
export const verdicts = async (folder: string) =>
  (await backups.list(folder, quietly)).map(({ verdict }) => verdict);

/** The same bytes with one random bit of one byte flipped. */
export function flipped(whole: Buffer, offset: number): Buffer {
  const bytes = Buffer.from(whole);
  bytes.writeUInt8(bytes.readUInt8(offset) ^ (1 << Math.floor(Math.random() * 8)), offset);
  return bytes;
}
