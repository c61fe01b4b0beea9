import { workerData } from 'node:worker_threads';
import { runSteps, runThreadScript, type Unit } from '@plant-store/engine';
import { createStatementRunner } from '@plant-store/engine/sqlite/file';
import SqliteConnection from 'better-sqlite3';
import type { ImportInput } from '../../handle/plant-import.ts';
import { storeFileUnit } from '../../imports/staged-file.ts';
import { stageFile } from '../../imports/staging.ts';
import { createStagingFile } from './import-staging.ts';

const { path, staging, input } = workerData as { path: string; staging: string; input: ImportInput };

await runThreadScript(async (inside) => {
  const connection = new SqliteConnection(path, { fileMustExist: true });
  try {
    const readInTransaction = connection.transaction(runSteps);
    const target = {
      engine: 'sqlite',
      staging: createStagingFile(connection, staging),
      readSnapshot: async <Result>(unit: Unit<Result>) =>
        readInTransaction(unit(), createStatementRunner(connection)) as Result,
    } as const;
    const { module, name } = storeFileUnit;
    return { module, name, input: await stageFile(target, inside.chunks(), input, inside.onProgress) };
  } finally {
    connection.close();
  }
});
