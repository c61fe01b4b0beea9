import { useRef, useState } from 'react';
import { readFailure, type Watching } from '../api/exported-csv.ts';
import { reason } from '../api/reason.ts';
import { useToasts } from '../ui/toasts/toasts.tsx';

/** Runs a read of many rows. `count` is the number of rows so far, while it runs. A second call cancels it. */
export function useLongRead(failed: (reason: string) => string) {
  const [count, setCount] = useState<number>();
  const running = useRef<AbortController>(undefined);
  const toasts = useToasts();
  const stop = () => running.current?.abort();
  async function run(read: (watching: Watching) => Promise<unknown>) {
    const controller = new AbortController();
    running.current = controller;
    setCount(0);
    try {
      await read({ onRows: setCount, signal: controller.signal });
    } catch (thrown) {
      if (!controller.signal.aborted) toasts.problem(failed(reason(readFailure(thrown))));
    }
    running.current = undefined;
    setCount(undefined);
  }
  return { count, run, stop };
}
