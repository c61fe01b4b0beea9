'use client';

import { useEffect, useRef } from 'react';
import buttons from '../page/button.module.css';
import { Button } from '../page/button.tsx';
import { sentence } from '../store/sentence.ts';
import { ColumnMapping } from './column-mapping.tsx';
import type { FileLook } from './file-look.ts';
import { IgnoredColumns } from './ignored-columns.tsx';
import styles from './import-page.module.css';
import { ImportPreview } from './import-preview.tsx';
import { type ImportWish, nameOf } from './import-request.ts';
import { ProblemNote } from './problem-note.tsx';
import { SheetChoice } from './sheet-choice.tsx';
import { texts } from './texts.tsx';
import type { ImportState } from './use-import.ts';

type FileColumnsProps = {
  wish: ImportWish;
  look: FileLook;
  problem: string | undefined;
  state: ImportState;
};

/** Asks for the columns of id, name and tag if the headers of a file do not name them. */
export function FileColumns({ wish, look, problem, state }: FileColumnsProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className={styles.step}>
      <h2 ref={title} tabIndex={-1} className={styles.title}>
        {texts.columns.title(nameOf(wish))}
      </h2>
      <ProblemNote problem={look.problem === undefined ? problem : sentence(look.problem)} />
      <SheetChoice workbook={wish.workbook} onSheet={state.chooseSheet} />
      {look.columns && <ColumnMapping columns={look.columns} onChange={state.chooseColumns} />}
      <IgnoredColumns columns={look.ignored} />
      <ImportPreview rows={look.preview} />
      <div className={styles.actions}>
        <Button
          className={buttons.primary}
          disabled={look.problem !== undefined}
          focusableWhenDisabled
          onClick={state.check}
        >
          {texts.columns.check}
        </Button>
        <Button className={buttons.quiet} onClick={state.startOver}>
          {texts.startOver}
        </Button>
      </div>
    </div>
  );
}
