import { isDeepStrictEqual } from 'node:util';
import type { Client } from 'pg';
import { contentOf, type TableContent } from '../backup/content.ts';
import { modelTables } from '../backup/model-tables.ts';
import { contentText, countText } from '../core/formatting.ts';
import type { OnProgress } from '../core/progress.ts';
import { StartError } from '../core/start-error.ts';
import type { AuditEvent } from '../engine-interface/audit-event.ts';
import { postgresqlContent } from '../postgresql/backup/content.ts';
import type { Address } from '../postgresql/connection/address.ts';
import { recordOnClient } from '../postgresql/connection/audit-entry.ts';
import { rowsOf, sqliteContent } from '../sqlite/backup/content.ts';
import { copyRows } from './copy.ts';
import type { Source } from './source.ts';
import { openTarget } from './target.ts';

/** `signal` stops the promotion, even without a report of progress. */
export type PromotionOptions = { onProgress: OnProgress; signal: AbortSignal };
type Connection = Parameters<typeof rowsOf>[0];

/**
 * Seals the store, copies it to the database at `address` (called `to`), compares both, and records the promotion in the
 * audit log there.
 * @returns the content of both
 * @throws StartError or an error of an engine; the store stays sealed, and the target empty unless the commit failed
 */
export async function copyStore(
  source: Source,
  address: Address,
  to: string,
  { onProgress, signal }: PromotionOptions,
) {
  const client = await openTarget(address);
  // This ends the running statement, and the server undoes the transaction.
  const stop = () => void client.end();
  signal.addEventListener('abort', stop);
  try {
    signal.throwIfAborted();
    const isCopied = await holdsSameCounts(source, client);
    onProgress({ doing: 'copying', done: 0, total: 0, unit: 'rows' });
    source.setSeal({ state: 'moving', to });
    const tables = await source.read((connection) =>
      copyAndCompare(connection, client, isCopied, onProgress),
    );
    await recordPromotion(client, to);
    return tables;
  } finally {
    signal.removeEventListener('abort', stop);
    await client.end();
  }
}

/**
 * Whether the target may have the copied store, from a promotion that was killed at its end.
 * @throws StartError when the target has any other content
 */
async function holdsSameCounts(source: Source, client: Client): Promise<boolean> {
  const there = await countsOf(postgresqlContent(client));
  if (there.every(({ count }) => count === 0)) return false;
  const here = await source.read((connection) => countsOf(sqliteContent(connection)));
  if (isDeepStrictEqual(here, there)) return true;
  throw notEmpty(there);
}

const notEmpty = (there: { name: string; count: number }[], differences: string[] = []) =>
  new StartError(
    `--to: the database is not empty, it holds ${[contentText(there), ...differences].join('; ')}; create another database with "createdb", or empty this one.`,
  );

/** Copies and compares in one transaction: for others the target is unchanged until its end. */
async function copyAndCompare(
  connection: Connection,
  client: Client,
  isCopied: boolean,
  onProgress: OnProgress,
): Promise<TableContent[]> {
  const tables = modelTables();
  await client.query('BEGIN');
  if (!isCopied) await copy(connection, client, onProgress);
  const here = await contentOf(sqliteContent(connection), 'reading the store again', onProgress, tables);
  const there = await contentOf(postgresqlContent(client), 'comparing', onProgress, tables);
  const differences = differencesOf(here, there);
  if (isCopied && differences.length > 0) throw notEmpty(there, differences);
  assertSame(here, there);
  await client.query('COMMIT');
  // Another program may have written to the target at the same time.
  assertSame(
    here.map(({ name, count }) => ({ name, count })),
    await countsOf(postgresqlContent(client)),
  );
  return here;
}

/**
 * Records the promotion after the comparison, so that no failed promotion is recorded, and before the final seal, so
 * that none is missed. The entry waits in a table that is not compared. A repeated command replaces only the entry of a
 * killed promotion, as a server may already use the target.
 */
async function recordPromotion(client: Client, to: string) {
  await client.query('BEGIN');
  const event: AuditEvent = { action: 'store.promote', subject: to, by: {} };
  await client.query('DELETE FROM "audit_pending" WHERE "action" = $1', [event.action]);
  await recordOnClient(client, event);
  await client.query('COMMIT');
}

async function copy(connection: Connection, client: Client, onProgress: OnProgress) {
  const counts = await countsOf(sqliteContent(connection));
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  let before = 0;
  for (const [index, table] of modelTables().entries()) {
    await copyRows(client, table, rowsOf(connection, table), (count) =>
      onProgress({ doing: 'copying', done: before + count, total, unit: 'rows' }),
    );
    before += counts[index]?.count ?? 0;
    // PostgreSQL then has statistics of the table for the first request.
    await client.query(`ANALYZE "${table.name}"`);
  }
}

async function countsOf({ count }: ReturnType<typeof sqliteContent>) {
  const counts: { name: string; count: number }[] = [];
  for (const { name } of modelTables()) counts.push({ name, count: await count(name) });
  return counts;
}

function assertSame<T extends { name: string; count: number }>(here: T[], there: T[]) {
  const different = differencesOf(here, there);
  if (different.length === 0) return;
  throw new StartError(
    `The copy differs from the store: ${different.join('; ')}. A trigger or another program changes rows in the target; use another database.`,
  );
}

/** Names the tables that differ between the two, and how they differ. */
const differencesOf = <T extends { name: string; count: number }>(here: T[], there: T[]): string[] =>
  here.flatMap((table, index) => {
    const other = there[index];
    if (isDeepStrictEqual(table, other)) return [];
    return table.count === other?.count
      ? `${table.name} has as many rows in both, but not the same content`
      : `${table.name} has ${countText(table.count, 'row')} in the store and ${other?.count} in the target`;
  });
