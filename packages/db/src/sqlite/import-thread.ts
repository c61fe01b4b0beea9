import { workerData } from 'node:worker_threads';
import { runSteps, type Steps } from '../engine/unit.ts';
import { type ImportStore, importFile } from '../import/import.ts';
import type { ImportInput } from '../import/imported.ts';
import { workInside } from '../thread/inside.ts';
import { createImportStaging } from './import-staging.ts';
import { preparer } from './prepared-statements.ts';
import { sparingIndexes } from './spared-indexes.ts';
import { openThreadStore, type StoreFiles, type ThreadStore, threadFaultOf } from './thread-store.ts';

// A thread that imports a file, which it is sent piece by piece.
const { files, input } = workerData as { files: StoreFiles; input: ImportInput };

let store: ThreadStore | undefined;

await workInside(
  async (inside) => {
    store = openThreadStore(files, inside);
    const { connection, transact } = store;
    const run = preparer(connection);
    const look = connection.transaction((steps: Parameters<typeof runSteps>[0]) => runSteps(steps, run));
    try {
      const staging = createImportStaging(connection, files.path);
      const sparing = <Result>(rows: number, steps: () => Steps<Result>) =>
        sparingIndexes(connection, rows, steps);
      const target = {
        engine: 'sqlite',
        staging,
        transact,
        sparing,
        look: async (unit) => look(unit()),
      } as ImportStore;
      return await importFile(target, inside.pieces(), input, inside.onProgress);
    } catch (cause) {
      throw threadFaultOf(cause, files.path) ?? cause;
    }
  },
  () => store?.close(),
);
