'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import { sentence } from '../../api/sentence.ts';
import { takeForImport } from '../../plants/rows-for-import.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { focusOnMount } from '../../ui/keyboard/focus-on-mount.ts';
import { Bdi } from '../../ui/text/bdi.tsx';
import { ImportCheck } from '../check/import-check.tsx';
import { ProblemNote } from '../columns/problem-note.tsx';
import { ReadingChoices } from '../columns/reading-choices.tsx';
import { texts as encodingTexts } from '../encoding/texts.tsx';
import styles from '../import.module.css';
import { nameOf } from '../run/import-request.ts';
import { ImportRun } from '../run/import-run.tsx';
import { type StepProps, useImport } from '../run/use-import.ts';
import { texts } from '../texts.tsx';
import choice from './encoding-choice.module.css';
import { FileChoice, type FileChoiceProps } from './file-choice.tsx';
import { ImportDone } from './import-done.tsx';

export function ImportPage() {
  const state = useImport();
  const { step, choose } = state;
  // Kept here so that pasted text stays after a failed read. It may come from the form.
  const [pasted, onPasted] = useState(takeForImport);
  const mayChoose = step.kind === 'choose' || step.kind === 'encoding' || step.kind === 'columns';
  const isOver = useFileDrop(mayChoose ? choose : undefined);
  return (
    <div className={styles.place} data-over={isOver || undefined}>
      <Step state={state} pasted={pasted} onPasted={onPasted} />
    </div>
  );
}

function Step({ state, pasted, onPasted }: FileChoiceProps) {
  const { step, settings, run } = state;
  if (run && settings && (step.kind !== 'checked' || !run.isDryRun))
    return <ImportRun run={run} name={nameOf(settings)} onCancel={state.cancel} />;
  if (settings && step.kind !== 'choose') {
    const props = { settings, state };
    if (step.kind === 'encoding') return <EncodingChoice step={step} {...props} />;
    if (step.kind === 'columns') return <FileColumns step={step} {...props} />;
    if (step.kind === 'checked') return <ImportCheck step={step} {...props} />;
    return <ImportDone step={step} {...props} />;
  }
  return <FileChoice state={state} pasted={pasted} onPasted={onPasted} />;
}

function FileColumns({ step, settings, state }: StepProps<'columns'>) {
  const problem = state.inspected?.problem;
  return (
    <div className={styles.step}>
      <h2 ref={focusOnMount} tabIndex={-1} className={styles.title}>
        {texts.columns.title(nameOf(settings))}
      </h2>
      <ProblemNote problem={problem === undefined ? step.problem : sentence(problem)} />
      <ReadingChoices state={state} />
      <div className={styles.actions}>
        <Button look="primary" disabled={problem !== undefined} onClick={state.check}>
          {texts.columns.check}
        </Button>
        <Button onClick={state.startOver}>{texts.startOver}</Button>
      </div>
    </div>
  );
}

function EncodingChoice({ step: { readings, problem }, settings, state }: StepProps<'encoding'>) {
  return (
    <div className={styles.step}>
      <h2 ref={focusOnMount} tabIndex={-1} className={styles.title}>
        {encodingTexts.title(readings.length)}
      </h2>
      <ProblemNote problem={problem} />
      <p className={styles.text}>{encodingTexts.intro(nameOf(settings))}</p>
      <ul className={choice.readings} aria-label={encodingTexts.readings}>
        {readings.map(({ encoding, names }) => (
          <li key={encoding}>
            <Button className={choice.reading} onClick={() => state.chooseEncoding(encoding)}>
              {names.map((name) => (
                <span key={name} className={choice.name}>
                  <Bdi text={name} />{' '}
                </span>
              ))}
              <span className={styles.note}>{encodingTexts.nameOf(encoding)}</span>
            </Button>
          </li>
        ))}
      </ul>
      <p className={styles.note}>{encodingTexts.none}</p>
      <Button onClick={state.startOver}>{texts.startOver}</Button>
    </div>
  );
}

/**
 * Accepts a file dropped anywhere on the page. Without `onFile` it ignores the file; otherwise the browser would open
 * it in place of the page.
 * @returns true while a file is dragged over the page
 */
function useFileDrop(onFile: ((file: File) => void) | undefined): boolean {
  const [isOver, setOver] = useState(false);
  const over = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer && !onFile) event.dataTransfer.dropEffect = 'none';
    setOver(true);
  });
  const leave = useEffectEvent(({ relatedTarget }: DragEvent) => {
    // A drag to another element of the page does not leave the page.
    if (relatedTarget === null) setOver(false);
  });
  const drop = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer?.files[0];
    if (file) onFile?.(file);
  });
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('dragover', over, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('drop', drop, { signal });
    return () => listening.abort();
  }, []);
  return isOver && onFile !== undefined;
}

/** Ignores dragged text: a field may accept it. */
const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false;
