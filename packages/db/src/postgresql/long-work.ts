import type { Client, QueryConfig } from 'pg';
import type { LongWork, Wanted } from '../long-work.ts';
import type { Statement } from '../statement.ts';
import type { Steps } from '../unit.ts';
import { connect, durable } from './client.ts';
import { unreached } from './fault.ts';
import { transactor } from './transaction.ts';

/** Does long work on connections of its own, which have all the time that it takes. */
export function createLongWork(url: string, prepare: (statement: Statement) => QueryConfig) {
  const running = new Set<Promise<unknown>>();

  async function run<Input, Result>(
    { steps }: LongWork<Input, Result>,
    input: Input,
    { onProgress = () => undefined, signal }: Wanted,
  ): Promise<Result> {
    signal?.throwIfAborted();
    const client = await connectForWork(url);
    let isStopped = false;
    const stop = () => {
      isStopped = true;
      // Ends the statement that is under way as well: the server then forgets the transaction.
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
      // What is being committed cannot be stopped.
      signal?.removeEventListener('abort', stop);
      signal?.throwIfAborted();
      return result;
    };
    const lease = async () => Object.assign(client, { release: () => undefined });
    try {
      return await transactor({ lease, prepare })(unit);
    } catch (cause) {
      throw isStopped ? signal?.reason : cause;
    } finally {
      signal?.removeEventListener('abort', stop);
      await client.end();
    }
  }

  return {
    work<Input, Result>(work: LongWork<Input, Result>, input: Input, wanted: Wanted = {}): Promise<Result> {
      const result = run(work, input, wanted);
      const over = result.catch(() => undefined).then(() => void running.delete(over));
      running.add(over);
      return result;
    },
    close: async () => void (await Promise.all(running)),
  };
}

/** A connection of its own for what writes. @throws StoreError when there is none to be had */
async function connectForWork(url: string): Promise<Client> {
  try {
    const client = await connect(url);
    await client.query(durable);
    return client;
  } catch (cause) {
    throw unreached(cause as Error);
  }
}
