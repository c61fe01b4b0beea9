export type CommitListener = (writes: number, seconds: number) => void;

export function createCommitListeners() {
  const listeners: CommitListener[] = [];
  return {
    add: (listener: CommitListener) => void listeners.push(listener),
    notify(writes: number, seconds: number) {
      for (const listener of listeners) {
        try {
          listener(writes, seconds);
        } catch (cause) {
          // A listener's error cannot undo the commit.
          process.emitWarning(cause as Error);
        }
      }
    },
  };
}
