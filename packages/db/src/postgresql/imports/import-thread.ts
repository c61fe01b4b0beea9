import { workerData } from 'node:worker_threads';
import { type Address, runThreadScript } from '@plant-store/engine';
import {
  connectForWork,
  createPreparer,
  createTransactor,
  rolledBackFaultOf,
} from '@plant-store/engine/postgresql/connection';
import type { ImportInput } from '../../handle/plant-import.ts';
import { storeFileUnit } from '../../imports/staged-file.ts';
import { stageFile } from '../../imports/staging.ts';
import { createStaging } from './import-staging.ts';

// A thread that imports a file; it receives the file in chunks.
const { address, input } = workerData as { address: Address; input: ImportInput };

await runThreadScript(async ({ chunks, onProgress, committing, committed }) => {
  const staging = createStaging();
  try {
    const file = await stageFile(staging, chunks(), input, onProgress);
    const client = await connectForWork(address);
    const { isPooled, begin } = client;
    const transact = createTransactor({
      lease: async () => client,
      prepare: createPreparer(isPooled),
      // A dry run reads one snapshot of the store.
      begin: input.isDryRun ? begin.replace('BEGIN', 'BEGIN ISOLATION LEVEL REPEATABLE READ') : begin,
      onCommit: committed,
    });
    try {
      return await transact(function* () {
        yield* staging.fill(input.duplicates === 'update');
        const result = yield* storeFileUnit.steps(file, { engine: 'postgresql', onProgress });
        committing();
        return result;
      });
    } finally {
      await client.end();
    }
  } catch (cause) {
    throw rolledBackFaultOf(cause) ?? cause;
  } finally {
    staging.close();
  }
});
