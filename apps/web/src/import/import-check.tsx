'use client';

import type { Duplicates, ImportResult } from '@plant-store/schema';
import { type FormEvent, useEffect, useRef } from 'react';
import { Bdi } from '../page/bdi.tsx';
import buttons from '../page/button.module.css';
import { sentence } from '../store/sentence.ts';
import { CellList, shownCells } from './cell-list.tsx';
import { CheckActions } from './check-actions.tsx';
import { ColumnMapping } from './column-mapping.tsx';
import type { Correction } from './corrected-file.ts';
import { DuplicatesChoice } from './duplicates-choice.tsx';
import type { FileLook } from './file-look.ts';
import styles from './import-page.module.css';
import { ImportPreview } from './import-preview.tsx';
import type { ColumnChoice, ImportWish } from './import-request.ts';
import { ImportTally } from './import-tally.tsx';
import { ProblemNote } from './problem-note.tsx';
import type { ImportStep } from './use-import.ts';
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
  onDuplicates: (duplicates: Duplicates) => void;
  onColumn: (part: ColumnChoice) => void;
  /** `undefined` where the file's cells cannot be changed here. */
  onCorrect: ((corrections: Correction[]) => void) | undefined;
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
  const cells = { typed: act.onCorrect && typed, isReadOnly: act.run !== undefined || act.isCorrecting };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.corrections.length > 0) act.onCorrect?.(typed.corrections);
  };
  return (
    <form className={styles.step} onSubmit={submit}>
      <h2 ref={title} tabIndex={-1} className={styles.title}>
        <Bdi text={wish.file.name} />: nothing is written yet
      </h2>
      <ProblemNote problem={look?.problem === undefined ? problem : sentence(look.problem)} />
      <ImportTally result={result} isDone={false} isOutdated={checked !== wish} />
      {look?.columns && <ColumnMapping columns={look.columns} onChange={act.onColumn} />}
      {look && <ImportPreview plants={look.preview} />}
      <DuplicatesChoice duplicates={wish.duplicates} onChange={act.onDuplicates} />
      <CellList title="Rows that are not acceptable" cells={errors} {...cells} />
      <CellList title="Cells that may be damaged, and are taken as they are" cells={warnings} {...cells} />
      {result.failed > 0 && (
        <a href={`/api${result.annotated}`} download className={buttons.quiet}>
          Download it with notes
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
