'use client';

import type { Duplicates, ImportResult } from '@plant-store/schema';
import { type FormEvent, useEffect, useRef } from 'react';
import buttons from '../page/button.module.css';
import { sentence } from '../store/sentence.ts';
import { CellList, shownCells } from './cell-list.tsx';
import { CheckActions } from './check-actions.tsx';
import { ColumnMapping } from './column-mapping.tsx';
import type { Correction } from './corrected-file.ts';
import { DuplicatesChoice } from './duplicates-choice.tsx';
import type { FileLook } from './file-look.ts';
import { IgnoredColumns } from './ignored-columns.tsx';
import styles from './import-page.module.css';
import { ImportPreview } from './import-preview.tsx';
import { type ColumnChoice, type ImportWish, nameOf } from './import-request.ts';
import { ImportTally } from './import-tally.tsx';
import { NewIdsOffer } from './new-ids-offer.tsx';
import { ProblemNote } from './problem-note.tsx';
import { SheetChoice } from './sheet-choice.tsx';
import { texts } from './texts.tsx';
import type { ImportStep } from './use-import.ts';
import { useOtherCells } from './use-other-cells.ts';
import type { Run } from './use-run.ts';
import { useTypedCells } from './use-typed-cells.ts';

type ImportCheckProps = {
  step: Extract<ImportStep, { kind: 'checked' }>;
  /** What is wished now, which may have been checked or not. */
  wish: ImportWish;
  look: FileLook | undefined;
  /** The check that is under way. */
  run: Run | undefined;
  isCorrecting: boolean;
  onSheet: (sheet: string) => void;
  onDuplicates: (duplicates: Duplicates) => void;
  onColumn: (part: ColumnChoice) => void;
  /** `undefined` where the file's cells cannot be changed here. */
  onCorrect: ((corrections: Correction[], isNumbered?: boolean) => void) | undefined;
  onCheck: () => void;
  onCancel: () => void;
  onImport: () => void;
  onStartOver: () => void;
};

/** What an import of the file would do, and what is wrong with it; from here it is done. */
export function ImportCheck({
  step: { wish: checked, result, problem },
  wish,
  look,
  ...act
}: ImportCheckProps) {
  const title = useTitle(result, act.run !== undefined);
  const { errors, warnings } = result;
  const typed = useTypedCells(checked.file, [
    ...errors.slice(0, shownCells),
    ...warnings.slice(0, shownCells),
  ]);
  const cells = {
    typed: act.onCorrect && typed,
    isReadOnly: act.run !== undefined || act.isCorrecting,
    otherCells: useOtherCells(checked, result),
  };
  const encodingNote = texts.encodings[checked.encoding ?? result.encoding ?? 'utf-8'];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.corrections.length > 0) act.onCorrect?.(typed.corrections);
  };
  return (
    <form className={styles.step} onSubmit={submit}>
      <h2 ref={title} tabIndex={-1} className={styles.title}>
        {texts.check.title(nameOf(wish))}
      </h2>
      <ProblemNote problem={look?.problem === undefined ? problem : sentence(look.problem)} />
      {encodingNote !== undefined && <p className={styles.warning}>{encodingNote}</p>}
      <ImportTally result={result} isDone={false} isOutdated={checked !== wish} />
      <SheetChoice workbook={wish.workbook} onSheet={act.onSheet} />
      {look?.columns && <ColumnMapping columns={look.columns} onChange={act.onColumn} />}
      {look && <IgnoredColumns columns={look.ignored} />}
      {look && <ImportPreview rows={look.preview} refused={errors} />}
      <DuplicatesChoice duplicates={wish.duplicates} onChange={act.onDuplicates} />
      <NewIdsOffer
        errors={errors}
        idColumn={look?.columns?.shown.id ?? 'id'}
        given={checked.newIds}
        isBusy={cells.isReadOnly || act.isCorrecting}
        onGive={act.onCorrect && (() => act.onCorrect?.(typed.corrections, true))}
      />
      <CellList title={texts.check.errors} cells={errors} {...cells} />
      <CellList title={texts.check.warnings} cells={warnings} {...cells} />
      {result.failed > 0 && (
        <a href={`/api${result.annotated}`} download className={buttons.quiet}>
          {texts.check.download}
        </a>
      )}
      <CheckActions
        result={result}
        typed={act.onCorrect && typed}
        isOutdated={checked !== wish}
        mayCheck={look?.problem === undefined}
        {...act}
      />
    </form>
  );
}

/** The title has the focus at first, and when that was on something which a check has made go away. */
function useTitle(result: ImportResult, isBusy: boolean) {
  const title = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them may make it go away
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) title.current?.focus();
  }, [result, isBusy]);
  return title;
}
