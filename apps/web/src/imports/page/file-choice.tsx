import { useRef } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { focusOnMount } from '../../ui/keyboard/focus-on-mount.ts';
import { ProblemNote } from '../columns/problem-note.tsx';
import styles from '../import.module.css';
import type { ImportState } from '../run/use-import.ts';
import { texts } from '../texts.tsx';

export type FileChoiceProps = { state: ImportState; pasted: string; onPasted: (text: string) => void };

export function FileChoice({ state: { step, isOpening, choose }, pasted, onPasted }: FileChoiceProps) {
  // After the way back from a later step, the focus moves to the button.
  const isAgain = step.kind === 'choose' && step.isAgain;
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.step}>
      <ProblemNote problem={step.problem} />
      <p className={styles.text}>{texts.choice.intro}</p>
      <div className={styles.actions}>
        <Button
          ref={isAgain ? focusOnMount : undefined}
          look="primary"
          onClick={() => input.current?.click()}
        >
          {texts.choice.choose}
        </Button>
        <span className={`${styles.note} ${styles.drop}`}>{texts.choice.drop}</span>
      </div>
      <p role="status" className={styles.note}>
        {isOpening && texts.choice.reading}
      </p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={texts.choice.file}
        accept=".xlsx,.csv,.tsv,.txt,.ndjson,.jsonl,text/csv,application/x-ndjson"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // After this reset, the same file can be chosen again.
          target.value = '';
          if (file) choose(file);
        }}
      />
      <label className={styles.paste}>
        <span className={styles.label}>{texts.choice.paste}</span>
        <textarea
          rows={6}
          className={styles.textarea}
          value={pasted}
          spellCheck={false}
          onChange={({ target }) => onPasted(target.value)}
        />
      </label>
      <Button
        disabled={pasted.trim() === ''}
        onClick={() => choose(new File([pasted], 'pasted.csv', { type: 'text/plain' }))}
      >
        {texts.choice.checkPasted}
      </Button>
    </div>
  );
}
