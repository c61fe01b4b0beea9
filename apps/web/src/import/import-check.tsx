'use client';

import { Button } from '@base-ui/react/button';
import type { Failure } from '@plant-store/client';
import type { Duplicates, ImportResult } from '@plant-store/schema';
import { useEffect, useRef } from 'react';
import buttons from '../page/button.module.css';
import { plantsText } from '../page/count-text.ts';
import { noAnswer } from '../store/attempt.ts';
import { sentence } from '../store/sentence.ts';
import { ColumnMapping } from './column-mapping.tsx';
import type { Correction } from './corrected-file.ts';
import { DuplicatesChoice } from './duplicates-choice.tsx';
import type { FileColumns } from './file-columns.ts';
import { ImportErrors } from './import-errors.tsx';
import styles from './import-page.module.css';
import type { ColumnChoice } from './import-request.ts';
import { ImportTally } from './import-tally.tsx';

type ImportCheckProps = {
  name: string;
  result: ImportResult;
  problem: Failure | undefined;
  duplicates: Duplicates;
  columns: FileColumns | undefined;
  onDuplicates: (duplicates: Duplicates) => void;
  onColumn: (part: ColumnChoice) => void;
  /** `undefined` where the file's cells cannot be changed here. */
  onCorrect: ((corrections: Correction[]) => void) | undefined;
  onImport: () => void;
  onStartOver: () => void;
};

/** What an import of the file would do, and what is wrong with it; from here it is done. */
export function ImportCheck({ name, result, problem, onImport, onStartOver, ...choices }: ImportCheckProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const { created, updated, failed, annotated } = result;
  const count = created + updated;
  return (
    <div className={styles.step}>
      <h2 ref={title} tabIndex={-1} className={styles.title}>
        <bdi>{name}</bdi>: nothing is written yet
      </h2>
      <div role="alert">
        {problem && (
          <p className={styles.problem}>
            {problem === noAnswer
              ? 'No answer came, so it may have been imported or not. Importing it again does no harm.'
              : `Not imported. ${sentence(problem.message)}`}
          </p>
        )}
      </div>
      <ImportTally result={result} isDone={false} />
      {choices.columns && <ColumnMapping columns={choices.columns} onChange={choices.onColumn} />}
      <DuplicatesChoice duplicates={choices.duplicates} onChange={choices.onDuplicates} />
      <ImportErrors
        title="Rows that are not acceptable"
        errors={result.errors}
        onCorrect={choices.onCorrect}
      />
      <ImportErrors
        title="Cells that may be damaged, and are taken as they are"
        errors={result.warnings}
        onCorrect={choices.onCorrect}
      />
      <div className={styles.actions}>
        <Button className={buttons.primary} disabled={count === 0} focusableWhenDisabled onClick={onImport}>
          {count === 0 ? 'Nothing to import' : `Import ${plantsText(count)}`}
        </Button>
        <Button className={buttons.quiet} onClick={onStartOver}>
          Another file
        </Button>
        {failed > 0 && (
          <a href={`/api${annotated}`} download className={buttons.bare}>
            Download it with notes
          </a>
        )}
      </div>
    </div>
  );
}
