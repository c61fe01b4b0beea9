import type { Store, WorkOptions } from '@plant-store/engine';
import type { PrismaClient } from '../../generated/sqlite/client/client.ts';
import type { Transaction } from '../core/transaction.ts';
import type { IdempotentResult } from './idempotent-request.ts';
import type { ImportInput, ImportResult } from './plant-import.ts';
import type { PlantSearch } from './plant-search.ts';

export type Database = Store<PrismaClient, Transaction> & {
  readonly search: PlantSearch;
  importFile(
    bytes: AsyncIterable<Uint8Array>,
    input: ImportInput,
    options: WorkOptions,
  ): Promise<IdempotentResult<ImportResult>>;
};
