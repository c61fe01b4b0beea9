'use client';

import { useState } from 'react';
import { takeForImport } from '../../plants/rows-for-import.ts';
import main from '../../ui/layout/main.module.css';
import { ImportCheck } from '../check/import-check.tsx';
import styles from '../import.module.css';
import { nameOf } from '../run/import-request.ts';
import { ImportRun } from '../run/import-run.tsx';
import { type ImportState, useImport } from '../run/use-import.ts';
import { EncodingChoice } from './encoding-choice.tsx';
import { FileChoice } from './file-choice.tsx';
import { FileColumns } from './file-columns.tsx';
import { ImportDone } from './import-done.tsx';
import { useFileDrop } from './use-file-drop.ts';

export function ImportPage() {
  const state = useImport();
  const { step, choose } = state;
  // Kept here so that pasted text stays after a failed read. It may come from the form.
  const [pasted, onPasted] = useState(takeForImport);
  const mayChoose = step.kind === 'choose' || step.kind === 'encoding' || step.kind === 'columns';
  const isOver = useFileDrop(mayChoose ? choose : undefined);
  return (
    <div className={`${main.sheet} ${styles.sheet}`} data-over={isOver || undefined}>
      <Step state={state} pasted={pasted} onPasted={onPasted} />
    </div>
  );
}

type StepProps = { state: ImportState; pasted: string; onPasted: (text: string) => void };

function Step({ state, pasted, onPasted }: StepProps) {
  const { step, settings, inspected, run } = state;
  if (run && settings && (step.kind !== 'checked' || !run.isDryRun))
    return <ImportRun run={run} name={nameOf(settings)} onCancel={state.cancel} />;
  if (step.kind === 'encoding' && settings)
    return (
      <EncodingChoice settings={settings} readings={step.readings} problem={step.problem} state={state} />
    );
  if (step.kind === 'columns' && settings && inspected)
    return <FileColumns settings={settings} inspected={inspected} problem={step.problem} state={state} />;
  if (step.kind === 'checked' && settings)
    return <ImportCheck step={step} settings={settings} state={state} />;
  if (step.kind === 'done' && settings)
    return <ImportDone name={nameOf(settings)} result={step.result} onStartOver={state.startOver} />;
  return (
    <FileChoice
      problem={step.problem}
      isAgain={step.kind === 'choose' && step.isAgain}
      isOpening={state.isOpening}
      pasted={pasted}
      onPasted={onPasted}
      onChoose={state.choose}
    />
  );
}
