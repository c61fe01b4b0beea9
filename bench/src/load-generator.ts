import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pinned } from './cores.ts';
import type { LoadOrder, LoadResult } from './load.ts';

export type LoadGenerator = {
  /** @throws Error at a wrong answer */
  run(order: LoadOrder): Promise<LoadResult>;
  stop(): void;
};

/** Starts the load generator as a separate process. */
export function startLoadGenerator(core: number | undefined): LoadGenerator {
  const [command, words] = pinned(core, process.execPath, [join(import.meta.dirname, 'load-process.ts')]);
  const child = spawn(command, words, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  return {
    async run(order) {
      const ended = new AbortController();
      const gone = once(child, 'exit', { signal: ended.signal }).then(
        () => [{ failure: 'the load generator ended' }],
        () => [],
      );
      child.send(order);
      const [message] = await Promise.race([once(child, 'message'), gone]);
      ended.abort();
      const { result, failure } = message as { result?: LoadResult; failure?: string };
      if (!result) throw new Error(failure);
      return result;
    },
    stop: () => void (child.connected && child.disconnect()),
  };
}
