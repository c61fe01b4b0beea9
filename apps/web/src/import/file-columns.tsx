'use client';

import { useEffect, useRef } from 'react';
import buttons from '../page/button.module.css';
import { Button } from '../page/button.tsx';
import { sentence } from '../store/sentence.ts';
import type { WorkbookChoice } from './chosen-file.ts';
import { ColumnMapping } from './column-mapping.tsx';
import type { FileLook } from './file-look.ts';
import { IgnoredColumns } from './ignored-columns.tsx';
import styles from './import-page.module.css';
import { ImportPreview } from './import-preview.tsx';
import type { ColumnChoice } from './import-request.ts';
import { ProblemNote } from './problem-note.tsx';
import { SheetChoice } from './sheet-choice.tsx';
import { texts } from './texts.tsx';

type FileColumnsProps = {
  name: string;
  look: FileLook;
  problem: string | undefined;
  workbook: WorkbookChoice | undefined;
  onSheet: (sheet: string) => void;
  onColumn: (part: ColumnChoice) => void;
  onCheck: () => void;
  onStartOver: () => void;
};

/** Asks which column of a file holds what, where its headers do not say so. */
export function FileColumns({ name, look, problem, workbook, ...act }: FileColumnsProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className={styles.step}>
      <h2 ref={title} tabIndex={-1} className={styles.title}>
        {texts.columns.title(name)}
      </h2>
      <ProblemNote problem={look.problem === undefined ? problem : sentence(look.problem)} />
      <SheetChoice workbook={workbook} onSheet={act.onSheet} />
      {look.columns && <ColumnMapping columns={look.columns} onChange={act.onColumn} />}
      <IgnoredColumns columns={look.ignored} />
      <ImportPreview rows={look.preview} />
      <div className={styles.actions}>
        <Button
          className={buttons.primary}
          disabled={look.problem !== undefined}
          focusableWhenDisabled
          onClick={act.onCheck}
        >
          {texts.columns.check}
        </Button>
        <Button className={buttons.quiet} onClick={act.onStartOver}>
          {texts.startOver}
        </Button>
      </div>
    </div>
  );
}
