import { faultUnpacking, type OnProgress } from '@plant-store/engine';
import { type Limits, openPostgresql, type PostgresqlParts } from '@plant-store/engine/postgresql';
import { PrismaClient } from '../../generated/postgresql/client/client.ts';
import type { PrismaClient as SqliteClient } from '../../generated/sqlite/client/client.ts';
import { recordAfter } from '../audit/pending.ts';
import type { Transaction } from '../core/transaction.ts';
import type { AuditEvent } from '../handle/audit-event.ts';
import type { Database } from '../handle/database.ts';
import { preparation } from './preparation.ts';
import { createPostgresqlSearch } from './search/plant-search.ts';

const parts: PostgresqlParts<SqliteClient> = {
  ...preparation,
  healthTable: 'plants',
  recordAfter: (written, event) => recordAfter(written, event as AuditEvent),
  createClient: (adapter) =>
    // Both clients have the same models, and no function uses the differences.
    new PrismaClient({ adapter, errorFormat: 'minimal' }).$extends(faultUnpacking) as unknown as SqliteClient,
};

export async function openPlants(url: string, limits: Limits, onProgress: OnProgress): Promise<Database> {
  const { store, read, inTurn, runStaged } = await openPostgresql<Transaction, SqliteClient>(
    url,
    parts,
    limits,
    onProgress,
  );
  return {
    ...store,
    search: createPostgresqlSearch(read, (by, work) => inTurn(by?.caller ?? '', work)),
    importFile: (source, input, options) => runStaged(importThread, source, input, options),
  };
}

const importThread = new URL('./imports/import-thread.ts', import.meta.url);
