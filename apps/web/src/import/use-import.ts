import type { Failure } from '@plant-store/client';
import type { Duplicates, ImportResult } from '@plant-store/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { readAnew } from '../plants/list-changes.ts';
import { useSignInAgain } from '../session/sign-in-again.tsx';
import { isSessionEnded } from '../store/attempt.ts';
import { newKey } from '../store/idempotency-key.ts';
import { type Correction, correctableBytes, correctedFile } from './corrected-file.ts';
import { columnsOf, type FileColumns } from './file-columns.ts';
import { type ColumnChoice, cancelled, sendFile, type Told } from './import-request.ts';

/** Where an import is: a file is to be chosen, is checked or stored, was checked, was imported, or could not be read. */
export type ImportStep =
  | { kind: 'choose'; problem?: Failure | undefined }
  | { kind: 'run'; isDryRun: boolean; told: Told; begunAt: number; rows: number | undefined }
  | { kind: 'checked'; result: ImportResult; problem?: Failure | undefined }
  | { kind: 'done'; result: ImportResult };

/** Checks a file as soon as it is chosen, and imports it when told to. */
export function useImport() {
  const [step, setStep] = useState<ImportStep>({ kind: 'choose' });
  const [file, setFile] = useState<File>();
  const [duplicates, setDuplicates] = useState<Duplicates>('refuse');
  const [columns, setColumns] = useState<FileColumns>();
  const running = useRef<AbortController>(undefined);
  const key = useRef('');
  const queries = useQueryClient();
  const signInAgain = useSignInAgain();
  useEffect(() => () => running.current?.abort(), []);

  async function send(
    order: { file: File; duplicates: Duplicates; columns: ColumnChoice; isDryRun: boolean },
    rows?: number,
  ) {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const begunAt = performance.now();
    const onTold = (told: Told) => {
      if (running.current === controller)
        setStep({ kind: 'run', isDryRun: order.isDryRun, told, begunAt, rows });
    };
    onTold({ sent: 0, told: undefined });
    let outcome = await sendFile(
      { ...order, idempotencyKey: key.current },
      { onTold, signal: controller.signal },
    );
    if ('failure' in outcome && isSessionEnded(outcome.failure) && (await signInAgain()))
      outcome = await sendFile(
        { ...order, idempotencyKey: key.current },
        { onTold, signal: controller.signal },
      );
    return running.current === controller ? outcome : undefined;
  }

  async function check(next: { file: File; duplicates: Duplicates; columns: ColumnChoice }) {
    const outcome = await send({ ...next, isDryRun: true });
    if (!outcome) return;
    key.current = newKey();
    if ('value' in outcome) setStep({ kind: 'checked', result: outcome.value });
    else setStep({ kind: 'choose', problem: outcome.failure === cancelled ? undefined : outcome.failure });
  }

  async function choose(chosen: File, choice: ColumnChoice = {}) {
    setFile(chosen);
    setColumns(await columnsOf(chosen, choice));
    await check({ file: chosen, duplicates, columns: choice });
  }

  async function store(checked: ImportResult) {
    if (!file) return;
    const outcome = await send(
      { file, duplicates, columns: columns?.chosen ?? {}, isDryRun: false },
      checked.rows,
    );
    if (!outcome) return;
    if ('value' in outcome) {
      void readAnew(queries);
      return setStep({ kind: 'done', result: outcome.value });
    }
    const problem = outcome.failure === cancelled ? undefined : outcome.failure;
    setStep({ kind: 'checked', result: checked, problem });
  }

  return {
    step,
    file,
    duplicates,
    columns,
    choose,
    store,
    setDuplicates(next: Duplicates) {
      setDuplicates(next);
      if (file) void check({ file, duplicates: next, columns: columns?.chosen ?? {} });
    },
    setColumn(part: ColumnChoice) {
      if (file) void choose(file, { ...columns?.chosen, ...part });
    },
    /** Checks the file anew with other cells; `undefined` where it is none whose cells can be changed here. */
    correct:
      file && columns && file.size <= correctableBytes
        ? async (corrections: Correction[]) =>
            choose(await correctedFile(file, columns.chosen, corrections), columns.chosen)
        : undefined,
    cancel: () => running.current?.abort(),
    startOver() {
      setFile(undefined);
      setColumns(undefined);
      setStep({ kind: 'choose' });
    },
  };
}
