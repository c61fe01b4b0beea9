'use client';

import { Button } from '@base-ui/react/button';
import { Field } from '@base-ui/react/field';
import type { Failure } from '@plant-store/client';
import { type DragEvent, useRef, useState } from 'react';
import buttons from '../page/button.module.css';
import { noAnswer } from '../store/attempt.ts';
import { sentence } from '../store/sentence.ts';
import styles from './import-page.module.css';

type FileChoiceProps = { problem: Failure | undefined; onChoose: (file: File) => void };

/** Takes a file that is chosen or dropped, or a block that is pasted from a spreadsheet. Nothing is written yet. */
export function FileChoice({ problem, onChoose }: FileChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [text, setText] = useState('');
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onChoose(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way to what the button does
    <div
      className={styles.step}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div role="alert">
        {problem && (
          <p className={styles.problem}>
            {problem === noAnswer
              ? 'The store did not answer. Nothing was written; try again in a moment.'
              : `Nothing was written. ${sentence(problem.message)}`}
          </p>
        )}
      </div>
      <p className={styles.text}>
        A CSV or NDJSON file with columns for id and name, and for the tag if there is one. It is checked
        first; nothing is written until you say so.
      </p>
      <div className={styles.actions}>
        <Button className={buttons.primary} onClick={() => input.current?.click()}>
          Choose a file
        </Button>
        <span className={styles.note}>or drop it here</span>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="File"
        accept=".csv,.tsv,.txt,.ndjson,.jsonl,text/csv,application/x-ndjson"
        onChange={({ target }) => target.files?.[0] && onChoose(target.files[0])}
      />
      <Field.Root className={styles.paste}>
        <Field.Label className={styles.label}>Or paste a block from a spreadsheet</Field.Label>
        <Field.Control
          render={<textarea rows={6} />}
          className={styles.textarea}
          value={text}
          spellCheck={false}
          onValueChange={setText}
        />
      </Field.Root>
      <Button
        className={buttons.quiet}
        disabled={text.trim() === ''}
        focusableWhenDisabled
        onClick={() => onChoose(new File([text], 'pasted.csv', { type: 'text/plain' }))}
      >
        Check what was pasted
      </Button>
    </div>
  );
}
