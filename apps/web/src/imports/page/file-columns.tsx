'use client';

import { useEffect, useRef } from 'react';
import { sentence } from '../../api/sentence.ts';
import buttons from '../../ui/buttons/button.module.css';
import { Button } from '../../ui/buttons/button.tsx';
import { ColumnMapping } from '../columns/column-mapping.tsx';
import { IgnoredColumns } from '../columns/ignored-columns.tsx';
import { ImportPreview } from '../columns/import-preview.tsx';
import { ProblemNote } from '../columns/problem-note.tsx';
import { SheetChoice } from '../columns/sheet-choice.tsx';
import type { FileLook } from '../file/file-look.ts';
import styles from '../import.module.css';
import { type ImportWish, nameOf } from '../run/import-request.ts';
import type { ImportState } from '../run/use-import.ts';
import { texts } from '../texts.tsx';

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
