import type { Monitor } from '../database.ts';

/** Those who are told of commits. */
export function createCommitListeners() {
  const listeners: Parameters<Monitor['onCommit']>[0][] = [];
  return {
    add: (listener: (typeof listeners)[number]) => void listeners.push(listener),
    tell(writes: number, seconds: number) {
      for (const listener of listeners) {
        try {
          listener(writes, seconds);
        } catch (cause) {
          // Who watches does not undo what is on disk.
          process.emitWarning(cause as Error);
        }
      }
    },
  };
}
