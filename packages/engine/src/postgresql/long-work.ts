import type { QueryConfig } from 'pg';
import type { Statement, Steps } from '../core/sql.ts';
import type { UnitOfWork, WorkOptions } from '../core/unit-of-work.ts';
import { createSemaphore } from '../threads/semaphore.ts';
import { runThread } from '../threads/thread.ts';
import type { Address } from './connection/address.ts';
import { connectForWork } from './connection/client.ts';
import { createTransactor } from './connection/transaction.ts';

type Parts = {
  address: Address;
  prepare(statement: Statement): QueryConfig;
  onCommit(seconds: number): void;
};

export function createLongWork({ address, prepare, onCommit }: Parts) {
  // Only two sources are read at the same time: each needs a thread and about 50 MB.
  const sources = createSemaphore(2);
  const longWork = createSemaphore(2);

  async function run<Input, Result>(
    { steps }: UnitOfWork<Input, Result>,
    input: Input,
    { onProgress = () => undefined, signal }: WorkOptions,
  ): Promise<Result> {
    signal?.throwIfAborted();
    const client = await connectForWork(address);
    let isStopped = false;
    const stop = () => {
      isStopped = true;
      // This ends the running statement, and the server undoes the transaction.
      void client.end();
    };
    const tools = {
      engine: 'postgresql',
      onProgress(progress: Parameters<typeof onProgress>[0]) {
        signal?.throwIfAborted();
        onProgress(progress);
      },
    } as const;
    const unit = function* (): Steps<Result> {
      signal?.throwIfAborted();
      signal?.addEventListener('abort', stop);
      const result = yield* steps(input, tools);
      // A commit that has begun cannot be stopped.
      signal?.removeEventListener('abort', stop);
      signal?.throwIfAborted();
      return result;
    };
    try {
      return await createTransactor({ lease: async () => client, prepare, begin: client.begin, onCommit })(
        unit,
      );
    } catch (cause) {
      throw isStopped ? signal?.reason : cause;
    } finally {
      signal?.removeEventListener('abort', stop);
      await client.end();
    }
  }

  return {
    run: <Input, Result>(work: UnitOfWork<Input, Result>, input: Input, options: WorkOptions) =>
      longWork.run(() => run(work, input, options), options),
    runStaged: <Result>(
      script: URL,
      source: AsyncIterable<Uint8Array>,
      input: unknown,
      options: WorkOptions,
    ): Promise<Result> =>
      sources.run(
        () => runThread<Result>(script, { address, input }, { ...options, source, onCommit }),
        options,
      ),
    close: async () => {
      await sources.ended();
      await longWork.ended();
    },
  };
}
