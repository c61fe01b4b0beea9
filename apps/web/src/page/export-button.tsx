'use client';

import { type ReactNode, useRef, useState } from 'react';
import { noAnswer } from '../store/attempt.ts';
import { ExportFailure, type Watching } from '../store/exported-csv.ts';
import { reason } from '../store/reason.ts';
import buttons from './button.module.css';
import { Button } from './button.tsx';
import { numberText } from './count-text.ts';
import { saveFile } from './save-file.ts';
import { texts } from './texts.ts';
import { useSay } from './toasts.tsx';

type ExportButtonProps = {
  /** The beginning of the file's name; the day follows. */
  name: string;
  read: (watching: Watching) => Promise<Blob>;
  children: ReactNode;
};

/** Saves a CSV file; while it is read, it stops that. */
export function ExportButton({ name, read, children }: ExportButtonProps) {
  const [count, setCount] = useState<number>();
  const running = useRef<AbortController>(undefined);
  const say = useSay();
  const act = async () => {
    if (running.current) return running.current.abort();
    const controller = new AbortController();
    running.current = controller;
    setCount(0);
    try {
      const file = await read({ onRows: setCount, signal: controller.signal });
      saveFile(file, `${name}-${new Date().toISOString().slice(0, 10)}.csv`);
    } catch (thrown) {
      const failure = thrown instanceof ExportFailure ? thrown.failure : noAnswer;
      if (!controller.signal.aborted) say.problem(texts.export.failed(reason(failure)));
    }
    running.current = undefined;
    setCount(undefined);
  };
  return (
    <Button className={buttons.quiet} onClick={act}>
      {count === undefined ? children : texts.export.stop(numberText(count))}
    </Button>
  );
}
