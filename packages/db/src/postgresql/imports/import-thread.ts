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
import { createStagingTables } from './import-staging.ts';

// A thread that imports a file; it receives the file in chunks.
const { address, input } = workerData as { address: Address; input: ImportInput };

await runThreadScript(async ({ chunks, onProgress, committing, committed }) => {
  const engine = 'postgresql';
  const client = await connectForWork(address);
  const tools = { lease: async () => client, prepare: createPreparer() };
  // A dry run reads one snapshot of the store.
  const readSnapshot = createTransactor({ ...tools, begin: 'BEGIN ISOLATION LEVEL REPEATABLE READ' });
  const transact = createTransactor({ ...tools, onCommit: committed });
  try {
    const staging = await createStagingTables(client);
    const file = await stageFile({ engine, staging, readSnapshot }, chunks(), input, onProgress);
    return await transact(function* () {
      const result = yield* storeFileUnit.steps(file, { engine, onProgress });
      committing();
      return result;
    });
  } catch (cause) {
    throw rolledBackFaultOf(cause) ?? cause;
  } finally {
    await client.end();
  }
});
