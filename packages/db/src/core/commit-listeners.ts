import type { Monitor } from '../database/database.ts';

export function createCommitListeners() {
  const listeners: Parameters<Monitor['onCommit']>[0][] = [];
  return {
    add: (listener: (typeof listeners)[number]) => void listeners.push(listener),
    tell(writes: number, seconds: number) {
      for (const listener of listeners) {
        try {
          listener(writes, seconds);
        } catch (cause) {
          // A listener cannot undo the commit.
          process.emitWarning(cause as Error);
        }
      }
    },
  };
}
