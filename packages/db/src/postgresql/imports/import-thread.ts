import { workerData } from 'node:worker_threads';
import type { ImportInput } from '../../database/plant-import.ts';
import { storeFileUnit } from '../../imports/staged-file.ts';
import { stageFile } from '../../imports/staging.ts';
import { runThreadScript } from '../../threads/thread-script.ts';
import { connectForWork } from '../connection/client.ts';
import { undoneFaultOf } from '../connection/fault.ts';
import { preparer } from '../connection/prepared-statements.ts';
import { transactor } from '../connection/transaction.ts';
import { createImportStaging } from './import-staging.ts';

// A thread that imports a file, which it is sent piece by piece.
const { url, input } = workerData as { url: string; input: ImportInput };

await runThreadScript(async ({ chunks: pieces, onProgress, committing, committed }) => {
  const engine = 'postgresql';
  const client = await connectForWork(url);
  const tools = { lease: async () => client, prepare: preparer() };
  // A dry run sees one moment of the store.
  const look = transactor({ ...tools, begin: 'BEGIN ISOLATION LEVEL REPEATABLE READ' });
  const transact = transactor({ ...tools, onCommit: committed });
  try {
    const staging = await createImportStaging(client);
    const file = await stageFile({ engine, staging, readSnapshot: look }, pieces(), input, onProgress);
    return await transact(function* () {
      const result = yield* storeFileUnit.steps(file, { engine, onProgress });
      committing();
      return result;
    });
  } catch (cause) {
    throw undoneFaultOf(cause) ?? cause;
  } finally {
    await client.end();
  }
});
