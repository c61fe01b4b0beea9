import type { Duplicates } from '@plant-store/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { newKey } from '../../api/idempotency-key.ts';
import { readAnew } from '../../plants/queries/list-changes.ts';
import { chosenFile } from '../file/chosen-file.ts';
import { type Correction, correctedFile } from '../file/corrected-file.ts';
import { type FileLook, lookAt } from '../file/file-look.ts';
import type { ColumnChoice } from '../file/file-reading.ts';
import { correctableBytes } from '../file/file-reading.ts';
import { correctionProblem, problemText, workbookProblem } from './import-problem.ts';
import type { ImportWish } from './import-request.ts';
import type { CheckedStep, ImportStep } from './import-step.ts';
import { useNewIds } from './use-new-ids.ts';
import { useRun } from './use-run.ts';

/** Checks a file as soon as it is chosen, and imports it on request. A failure keeps choices and typed cells. */
export function useImport() {
  const [step, setStep] = useState<ImportStep>({ kind: 'choose', isAgain: false });
  const [wish, setWish] = useState<ImportWish>();
  const [look, setLook] = useState<FileLook>();
  /** The wish whose file is being corrected. */
  const [correcting, setCorrecting] = useState<ImportWish>();
  /** The latest wish. Results of an earlier wish are ignored. */
  const last = useRef<ImportWish>(undefined);
  /** Identifies the file chosen last. The result of an earlier file that is still being opened is ignored. */
  const chosen = useRef<symbol>(undefined);
  const [isOpening, setOpening] = useState(false);
  const key = useRef('');
  const queries = useQueryClient();
  const { run, send, cancel } = useRun();
  const findNewIds = useNewIds();

  const say = (problem: string | undefined) =>
    setStep((before) => (before.kind === 'done' ? before : { ...before, problem }));

  async function check(next: ImportWish) {
    say(undefined);
    key.current = newKey();
    const outcome = await send({ ...next, isDryRun: true, idempotencyKey: key.current });
    if (!outcome || last.current !== next) return;
    if ('value' in outcome) setStep({ kind: 'checked', wish: next, result: outcome.value });
    else say(problemText(outcome.failure, true));
  }

  async function take(next: ImportWish, isCheckedAtOnce = true) {
    last.current = next;
    say(undefined);
    setWish(next);
    cancel();
    const seen = await lookAt(next.file, next.columns);
    if (last.current !== next) return;
    setLook(seen);
    if (seen.problem !== undefined)
      setStep((before) => (before.kind === 'checked' ? before : { kind: 'columns' }));
    else if (isCheckedAtOnce) await check(next);
  }

  async function store({ wish, result }: CheckedStep) {
    say(undefined);
    const outcome = await send({ ...wish, isDryRun: false, idempotencyKey: key.current }, result.rows);
    if (!outcome) return;
    if ('failure' in outcome) return say(problemText(outcome.failure, false));
    void readAnew(queries);
    setStep({ kind: 'done', result: outcome.value });
  }

  async function open(original: File, sheet?: string) {
    const turn = Symbol(original.name);
    chosen.current = turn;
    last.current = undefined;
    cancel();
    setOpening(true);
    const duplicates = wish?.duplicates ?? 'refuse';
    try {
      const opened = await chosenFile(original, sheet);
      if (chosen.current === turn) await take({ ...opened, duplicates, columns: {} });
    } catch (thrown) {
      if (chosen.current !== turn) return;
      // The former sheet stays if another one is unreadable.
      if (sheet !== undefined) last.current = wish;
      say(workbookProblem(thrown));
    } finally {
      if (chosen.current === turn) setOpening(false);
    }
  }

  async function correct(before: ImportWish, typed: Correction[], isNumbered = false) {
    setCorrecting(before);
    try {
      const given = isNumbered ? await findNewIds(before) : undefined;
      // A typed cell wins over a new id.
      const corrections = [...(given?.corrections ?? []), ...typed];
      const file = await correctedFile(before.file, before.columns, corrections);
      const encoding = before.encoding ?? checkedEncoding(step);
      const newIds = before.newIds ?? given;
      if (last.current === before) await take({ ...before, file, encoding, newIds });
    } catch (thrown) {
      if (last.current === before) say(correctionProblem(thrown));
    } finally {
      setCorrecting((current) => (current === before ? undefined : current));
    }
  }

  /** Takes another choice. A file that was checked is checked again. */
  function change(part: Partial<ImportWish>) {
    if (wish) void take({ ...wish, ...part }, step.kind === 'checked');
  }

  return {
    step,
    wish,
    look,
    run,
    /** True while a large file is being corrected. An import would still store the cells before. */
    isCorrecting: correcting !== undefined && correcting === wish,
    store,
    cancel,
    choose(file: File) {
      setStep({ kind: 'choose', isAgain: true });
      void open(file);
    },
    isOpening,
    /** Reads another sheet of the workbook. Choices and corrections of the sheet before are lost. */
    chooseSheet(sheet: string) {
      if (wish?.workbook) void open(wish.workbook.original, sheet);
    },
    /** Chooses the treatment of taken ids. */
    chooseDuplicates: (duplicates: Duplicates) => change({ duplicates }),
    /** Chooses the columns of fields. */
    chooseColumns: (part: ColumnChoice) => change({ columns: { ...wish?.columns, ...part } }),
    check: () => wish && check(wish),
    /** Checks the file again with corrected cells and, on request, new ids; `undefined` if it cannot be corrected here. */
    correct:
      wish && look?.isCsv && wish.file.size <= correctableBytes
        ? (corrections: Correction[], isNumbered?: boolean) => correct(wish, corrections, isNumbered)
        : undefined,
    startOver() {
      last.current = undefined;
      chosen.current = undefined;
      setOpening(false);
      cancel();
      setStep({ kind: 'choose', isAgain: true });
    },
  };
}

/** The state of an import, with the actions of its page. */
export type ImportState = ReturnType<typeof useImport>;

const checkedEncoding = (step: ImportStep) => (step.kind === 'checked' ? step.result.encoding : undefined);
