import { workerData } from 'node:worker_threads';
import type { Steps, Unit } from '../engine/unit.ts';
import { importFile } from '../import/import.ts';
import type { ImportInput } from '../import/imported.ts';
import { workInside } from '../thread/inside.ts';
import { undoneFaultOf } from './fault.ts';
import { createImportStaging } from './import-staging.ts';
import { connectForWork } from './long-work.ts';
import { preparer } from './prepared-statements.ts';
import { transactor } from './transaction.ts';

// A thread that imports a file, which it is sent piece by piece.
const { url, input } = workerData as { url: string; input: ImportInput };

let client: Awaited<ReturnType<typeof connectForWork>> | undefined;

await workInside(
  async (inside) => {
    const connection = await connectForWork(url);
    client = connection;
    const tools = { lease: async () => connection, prepare: preparer() };
    // All of what is only looked at is seen at one moment.
    const look = transactor({ ...tools, begin: 'BEGIN ISOLATION LEVEL REPEATABLE READ' });
    const write = transactor({ ...tools, onCommit: (seconds) => inside.unlock({ seconds }) });
    const transact = async <Result>(unit: Unit<Result>) => {
      await inside.lock();
      return write(function* () {
        const result = yield* unit();
        inside.committing();
        return result;
      });
    };
    try {
      const staging = await createImportStaging(connection);
      const sparing = <Result>(_rows: number, steps: () => Steps<Result>) => steps();
      const store = { engine: 'postgresql', staging, transact, sparing, look } as const;
      return await importFile(store, inside.pieces(), input, inside.onProgress);
    } catch (cause) {
      throw undoneFaultOf(cause) ?? cause;
    }
  },
  () => client?.end(),
);
