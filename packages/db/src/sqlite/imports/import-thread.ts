import { workerData } from 'node:worker_threads';
import { runSteps, runThreadScript } from '@plant-store/engine';
import { createStatementRunner, withSqlite } from '@plant-store/engine/sqlite/file';
import type { ImportInput } from '../../handle/plant-import.ts';
import { merge } from '../../imports/merge.ts';
import { type StagedFile, storeFileUnit } from '../../imports/staged-file.ts';
import { stageFile } from '../../imports/staging.ts';
import { createStagingFile } from './import-staging.ts';

const { path, staging, input } = workerData as { path: string; staging: string; input: ImportInput };

await runThreadScript((inside) =>
  withSqlite(path, { fileMustExist: true }, async (connection) => {
    const readInTransaction = connection.transaction(runSteps);
    const { onProgress } = inside;
    const staged = createStagingFile(connection, staging);
    const file = await stageFile(staged, inside.chunks(), input, onProgress);
    // A dry run is found here, as the thread that writes has other work.
    if (input.isDryRun)
      file.outcome = readInTransaction(
        merge('sqlite', input, file.summary, undefined, onProgress),
        createStatementRunner(connection),
      ) as StagedFile['outcome'];
    const { module, name } = storeFileUnit;
    return { module, name, input: file };
  }),
);
