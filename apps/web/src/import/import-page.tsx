'use client';

import { useState } from 'react';
import main from '../page/main.module.css';
import { FileChoice } from './file-choice.tsx';
import { FileColumns } from './file-columns.tsx';
import { ImportCheck } from './import-check.tsx';
import { ImportDone } from './import-done.tsx';
import styles from './import-page.module.css';
import { type ColumnChoice, nameOf } from './import-request.ts';
import { ImportRun } from './import-run.tsx';
import { useFileDrop } from './use-file-drop.ts';
import { useImport } from './use-import.ts';

/** A file becomes plants: it is chosen, checked, imported, and can be undone. */
export function ImportPage() {
  const state = useImport();
  const { step, choose } = state;
  // It stays where what was pasted could not be read.
  const [pasted, onPasted] = useState('');
  const isOver = useFileDrop(step.kind === 'choose' || step.kind === 'columns' ? choose : undefined);
  return (
    <div className={`${main.sheet} ${styles.sheet}`} data-over={isOver || undefined}>
      <Step {...state} pasted={pasted} onPasted={onPasted} />
    </div>
  );
}

type StepProps = ReturnType<typeof useImport> & { pasted: string; onPasted: (text: string) => void };

function Step({ step, wish, look, run, pasted, onPasted, ...act }: StepProps) {
  const onColumn = (part: ColumnChoice) => act.change({ columns: { ...wish?.columns, ...part } });
  if (run && wish && (step.kind !== 'checked' || !run.isDryRun))
    return <ImportRun run={run} name={nameOf(wish)} onCancel={act.cancel} />;
  if (step.kind === 'columns' && wish && look)
    return (
      <FileColumns
        name={nameOf(wish)}
        workbook={wish.workbook}
        onSheet={act.chooseSheet}
        look={look}
        problem={step.problem}
        onColumn={onColumn}
        onCheck={act.check}
        onStartOver={act.startOver}
      />
    );
  if (step.kind === 'checked' && wish)
    return (
      <ImportCheck
        step={step}
        wish={wish}
        look={look}
        run={run}
        isCorrecting={act.isCorrecting}
        onSheet={act.chooseSheet}
        onDuplicates={(duplicates) => act.change({ duplicates })}
        onColumn={onColumn}
        onCorrect={act.correct}
        onCheck={act.check}
        onCancel={act.cancel}
        onImport={() => act.store(step)}
        onStartOver={act.startOver}
      />
    );
  if (step.kind === 'done') return <ImportDone result={step.result} onStartOver={act.startOver} />;
  const isAgain = step.kind === 'choose' && step.isAgain;
  return (
    <FileChoice
      problem={step.problem}
      isAgain={isAgain}
      isOpening={act.isOpening}
      pasted={pasted}
      onPasted={onPasted}
      onChoose={act.choose}
    />
  );
}
