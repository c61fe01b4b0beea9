'use client';

import main from '../page/main.module.css';
import { FileChoice } from './file-choice.tsx';
import { ImportCheck } from './import-check.tsx';
import { ImportDone } from './import-done.tsx';
import { ImportRun } from './import-run.tsx';
import { useImport } from './use-import.ts';

/** A file becomes plants: it is chosen, checked, imported, and can be undone. */
export function ImportPage() {
  const { step, file, duplicates, columns, ...act } = useImport();
  return (
    <div className={main.sheet}>
      {step.kind === 'choose' && (
        <FileChoice problem={step.problem} onChoose={(chosen) => act.choose(chosen)} />
      )}
      {step.kind === 'run' && <ImportRun step={step} name={file?.name ?? ''} onCancel={act.cancel} />}
      {step.kind === 'checked' && (
        <ImportCheck
          name={file?.name ?? ''}
          result={step.result}
          problem={step.problem}
          duplicates={duplicates}
          columns={columns}
          onDuplicates={act.setDuplicates}
          onColumn={act.setColumn}
          onImport={() => act.store(step.result)}
          onCorrect={act.correct}
          onStartOver={act.startOver}
        />
      )}
      {step.kind === 'done' && <ImportDone result={step.result} onStartOver={act.startOver} />}
    </div>
  );
}
