import { type Duplicates, StoreError } from '@plant-store/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { attempt } from '../../api/attempt.ts';
import { browserClient } from '../../api/browser-client.ts';
import { newKey } from '../../api/idempotency-key.ts';
import { reason } from '../../api/reason.ts';
import { refetchPlants } from '../../plants/queries/list-changes.ts';
import { useAttempt } from '../../session/sign-in-again.ts';
import { likelyReadings } from '../encoding/likely-readings.ts';
import { chosenFile } from '../file/chosen-file.ts';
import { type Correction, correctedFile } from '../file/corrected-file.ts';
import { type ColumnChoice, correctableBytes, inEncoding } from '../file/file-reading.ts';
import { type InspectedFile, inspectFile } from '../file/inspect-file.ts';
import { newIds } from '../file/new-ids.ts';
import { fileProblem, type ImportSettings, problemText } from './import-request.ts';
import type { CheckedStep, ImportStep } from './import-step.ts';
import { useRun } from './use-run.ts';

/** The state of an import: a chosen file is checked immediately, and stored on request. A failure keeps typed cells. */
export function useImport() {
  const [step, setStep] = useState<ImportStep>({ kind: 'choose', isAgain: false });
  const [settings, setSettings] = useState<ImportSettings>();
  const [inspected, setInspected] = useState<InspectedFile>();
  const [correcting, setCorrecting] = useState<ImportSettings>();
  /** The latest settings. The result of earlier settings is ignored. */
  const last = useRef<ImportSettings>(undefined);
  /** Identifies the file chosen last. An earlier file is ignored if it opens later. */
  const chosen = useRef<symbol>(undefined);
  const [isOpening, setOpening] = useState(false);
  const key = useRef('');
  const queries = useQueryClient();
  const { run, send, cancel } = useRun();
  const findNewIds = useNewIds();

  const showProblem = (problem: string | undefined) =>
    setStep((before) => (before.kind === 'done' ? before : { ...before, problem }));

  async function check(next: ImportSettings) {
    showProblem(undefined);
    key.current = newKey();
    const outcome = await send({ ...next, isDryRun: true, idempotencyKey: key.current });
    if (!outcome || last.current !== next) return;
    if (!outcome.failure) setStep({ kind: 'checked', settings: next, result: outcome.value });
    else showProblem(problemText(outcome.failure, true));
  }

  async function apply(next: ImportSettings, isCheckedAtOnce = true) {
    last.current = next;
    showProblem(undefined);
    setSettings(next);
    cancel();
    const seen = await inspectFile(next.file, next.columns);
    if (last.current !== next) return;
    setInspected(seen);
    if (seen.problem !== undefined)
      setStep((before) => (before.kind === 'checked' ? before : { kind: 'columns' }));
    else if (isCheckedAtOnce) await check(next);
  }

  async function importFile({ settings, result }: CheckedStep) {
    showProblem(undefined);
    const outcome = await send({ ...settings, isDryRun: false, idempotencyKey: key.current }, result.rows);
    if (!outcome) return;
    if (outcome.failure) return showProblem(problemText(outcome.failure, false));
    void refetchPlants(queries);
    setStep({ kind: 'done', result: outcome.value });
  }

  async function open(original: File, sheet?: string) {
    const turn = Symbol(original.name);
    chosen.current = turn;
    last.current = undefined;
    cancel();
    setOpening(true);
    const duplicates = settings?.duplicates ?? 'refuse';
    try {
      const opened = await chosenFile(original, sheet);
      const readings = opened.workbook ? undefined : await likelyReadings(opened.file);
      if (chosen.current !== turn) return;
      const next = { ...opened, duplicates, columns: {} };
      if (!readings) return await apply(next);
      setSettings(next);
      setStep({ kind: 'encoding', readings });
    } catch (thrown) {
      if (chosen.current !== turn) return;
      // If another sheet is unreadable, the present sheet stays.
      if (sheet !== undefined) last.current = settings;
      showProblem(fileProblem(thrown, 'notChecked'));
    } finally {
      if (chosen.current === turn) setOpening(false);
    }
  }

  async function correct(
    before: ImportSettings,
    typed: Correction[],
    isNumbered = false,
    only?: ReadonlySet<number>,
  ) {
    setCorrecting(before);
    try {
      const given = isNumbered ? await findNewIds(before) : undefined;
      // The last correction of a cell has effect, so a typed text replaces a new id.
      const corrections = [...(given?.corrections ?? []), ...typed];
      const file = await correctedFile(before.file, before.columns, corrections, only);
      const original = before.original ?? ('result' in step ? step.result : undefined);
      const newIds = before.newIds ?? given;
      if (last.current === before) await apply({ ...before, file, original, newIds });
    } catch (thrown) {
      if (last.current === before) showProblem(fileProblem(thrown, 'notCorrected'));
    } finally {
      setCorrecting((current) => (current === before ? undefined : current));
    }
  }

  /** A file that was checked is checked again. */
  function change(part: Partial<ImportSettings>) {
    if (settings) void apply({ ...settings, ...part }, step.kind === 'checked');
  }

  const isCorrectable = settings && inspected?.isCsv && settings.file.size <= correctableBytes;
  return {
    step,
    settings,
    inspected,
    run,
    /** True while a large file is being corrected. An import would then store the uncorrected cells. */
    isCorrecting: correcting !== undefined && correcting === settings,
    importFile,
    cancel,
    choose(file: File) {
      setStep({ kind: 'choose', isAgain: true });
      void open(file);
    },
    isOpening,
    /** Reads another sheet of the workbook. Choices and corrections of the previous sheet are lost. */
    chooseSheet(sheet: string) {
      if (settings?.workbook) void open(settings.workbook.original, sheet);
    },
    /** Chooses the encoding of the file, which the check and the import declare. */
    chooseEncoding: (encoding: string) =>
      settings && void apply({ ...settings, file: inEncoding(settings.file, encoding) }),
    chooseDuplicates: (duplicates: Duplicates) => change({ duplicates }),
    chooseColumns(part: ColumnChoice) {
      // The letter of a column may name one in a title too, so the row of these columns is kept.
      const row = inspected?.header?.row ?? 1;
      const columns = row > 1 ? { headerRow: row, ...settings?.columns } : settings?.columns;
      change({ columns: { ...columns, ...part } });
    },
    /** Chooses the row of headers. It has other columns, so these are looked for again. */
    chooseHeaderRow: (headerRow: number) => change({ columns: { headerRow } }),
    check: () => settings && check(settings),
    /**
     * Checks the file again with corrected cells and, on request, new ids; `undefined` if it cannot be corrected here.
     */
    correct: isCorrectable
      ? (corrections: Correction[], isNumbered?: boolean) => correct(settings, corrections, isNumbered)
      : undefined,
    /** Checks the rows with these numbers alone again, after an import that left them out. */
    checkOnly: isCorrectable
      ? (rows: ReadonlySet<number>) => {
          setStep({ kind: 'choose', isAgain: true });
          void correct(settings, [], false, rows);
        }
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

export type ImportState = ReturnType<typeof useImport>;

export type StepProps<Kind extends ImportStep['kind']> = {
  step: Extract<ImportStep, { kind: Kind }>;
  /** The current settings. The check in `step` may have used earlier settings. */
  settings: ImportSettings;
  state: ImportState;
};

/** Returns a function that finds new ids for rows whose ids contain letters, above all ids of the store. */
function useNewIds() {
  const attemptSignedIn = useAttempt();
  return async ({ file, columns }: ImportSettings) => {
    const found = await attemptSignedIn(() =>
      attempt(() => browserClient.plants.list.query({ sort: '-id', limit: 1 })),
    );
    if (!found.failure) return newIds(file, columns, found.value.items[0]?.id);
    throw new StoreError('badRequest', reason(found.failure));
  };
}
