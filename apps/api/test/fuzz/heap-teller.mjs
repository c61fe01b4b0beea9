import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

// node --import heap-teller.mjs COMMAND: reports the command's used memory after a garbage collection to the parent
// process.
if (isMainThread) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  process.on('message', async (message) => {
    if (message !== 'memory?') return;
    // A second collection frees the memory of finalizers and promises.
    for (let turn = 0; turn < 3; turn++) {
      collect();
      await new Promise(setImmediate);
    }
    const { heapUsed, external } = process.memoryUsage();
    process.send({ memory: heapUsed + external });
  });
  // The channel must neither keep the process alive nor change how it ends.
  process.channel?.unref();
}
