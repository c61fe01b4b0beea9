import type { Client, QueryConfig } from 'pg';
import type { Answer } from '../catalogue/asked.ts';
import type { Statement } from '../engine/statement.ts';
import type { Steps } from '../engine/unit.ts';
import type { Imported, ImportInput } from '../import/imported.ts';
import type { NamedUnit, Wanted } from '../thread/named-unit.ts';
import { type Lock, startThread } from '../thread/outside.ts';
import { createTurns } from '../thread/turns.ts';
import { connect, durable } from './client.ts';
import { unreached } from './fault.ts';
import { type Leased, transactor } from './transaction.ts';

type Parts = {
  url: string;
  prepare(statement: Statement): QueryConfig;
  /** Is told how long each transaction took that was committed. */
  onCommit(seconds: number): void;
};

/** Does long work on connections of its own, which have all the time that it takes. */
export function createLongWork({ url, prepare, onCommit }: Parts) {
  const running = new Set<Promise<unknown>>();
  const workTurns = createTurns();
  const importTurns = createTurns();
  // The server sees to it that those who write do not get into each other's way.
  const lock = async (): Promise<Lock> => ({ unlock: ({ seconds }) => seconds && onCommit(seconds) });

  async function run<Input, Result>(
    { steps }: NamedUnit<Input, Result>,
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
    try {
      return await transactor({ lease: async () => client, prepare, onCommit })(unit);
    } catch (cause) {
      throw isStopped ? signal?.reason : cause;
    } finally {
      signal?.removeEventListener('abort', stop);
      await client.end();
    }
  }

  function remember(work: Promise<unknown>) {
    const over = work.catch(() => undefined).then(() => void running.delete(over));
    running.add(over);
  }

  return {
    work<Input, Result>(work: NamedUnit<Input, Result>, input: Input, wanted: Wanted = {}): Promise<Result> {
      const result = workTurns.take(() => run(work, input, wanted), wanted);
      remember(result);
      return result;
    },
    /** Imports a file; what is to be computed for that takes a thread. */
    importFile: (
      source: AsyncIterable<Uint8Array>,
      input: ImportInput,
      wanted: Wanted,
    ): Promise<Answer<Imported>> =>
      importTurns.take(() => {
        const { result, ended } = startThread<Answer<Imported>>(
          importThread,
          { url, input },
          { ...wanted, source, lock },
        );
        remember(ended);
        return result;
      }, wanted),
    close: async () => void (await Promise.all(running)),
  };
}

const importThread = new URL('./import-thread.ts', import.meta.url);
/** A connection of its own for what writes, until it is ended. @throws StoreError when there is none to be had */
export async function connectForWork(url: string): Promise<Client & Leased> {
  try {
    const client = await connect(url);
    await client.query(durable);
    return Object.assign(client, { release: () => undefined });
  } catch (cause) {
    throw unreached(cause as Error);
  }
}
