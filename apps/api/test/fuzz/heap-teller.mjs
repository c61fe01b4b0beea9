import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

// node --import heap-teller.mjs COMMAND: the process that started the command may ask it for its memory, once what
// nobody needs any more is collected.
if (isMainThread) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  process.on('message', async (message) => {
    if (message !== 'memory?') return;
    // What is freed late, after a finalizer or a promise, is found by the next collection.
    for (let turn = 0; turn < 3; turn++) {
      collect();
      await new Promise(setImmediate);
    }
    const { heapUsed, external } = process.memoryUsage();
    process.send({ memory: heapUsed + external });
  });
  // It must not keep the process alive, nor change how it ends when its parent goes.
  process.channel?.unref();
}
