import type { ImportResult } from '@plant-store/schema';
import { useEffect, useRef, useState } from 'react';
import type { Outcome } from '../../api/attempt.ts';
import { useAttempt } from '../../session/sign-in-again.ts';
import { type ImportRequest, sendFile, type TransferProgress } from './import-request.ts';

export type Run = {
  isDryRun: boolean;
  progress: TransferProgress;
  begunAt: number;
  bytes: number;
  rows: number | undefined;
};

/** Sends one file at a time. A new request, or leaving the page, cancels the previous request. */
export function useRun() {
  const [run, setRun] = useState<Run>();
  const running = useRef<AbortController>(undefined);
  const attemptSignedIn = useAttempt();
  useEffect(() => () => running.current?.abort(), []);

  /** The outcome; `undefined` if another run replaced it. */
  async function send(order: ImportRequest, rows?: number): Promise<Outcome<ImportResult> | undefined> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { isDryRun, file } = order;
    const begunAt = performance.now();
    const onProgress = (progress: TransferProgress) => {
      if (running.current === controller) setRun({ isDryRun, progress, begunAt, bytes: file.size, rows });
    };
    onProgress({ sent: 0, reported: undefined });
    const outcome = await attemptSignedIn(() => sendFile(order, { onProgress, signal: controller.signal }));
    if (running.current !== controller) return undefined;
    setRun(undefined);
    return outcome;
  }

  return { run, send, cancel: () => running.current?.abort() };
}
