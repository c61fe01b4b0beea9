import type { Preparation } from '@plant-store/engine/postgresql/connection';
import { migrationsOf, tables } from '../core/models.ts';
import { prepareSearch } from './search-preparation.ts';

export const preparation: Preparation = {
  migrations: migrationsOf('postgresql'),
  // An administrator may forbid changes of the audit log.
  tables: tables.map(({ name }) => ({ name, isAppendOnly: name === 'audit_entries' })),
  firstTables: ['plants', 'tokens'],
  prepare: prepareSearch,
};
