import { useRef } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { focusOnMount } from '../../ui/keyboard/focus-on-mount.ts';
import { ProblemNote } from '../columns/problem-note.tsx';
import styles from '../import.module.css';
import { texts } from '../texts.tsx';

type FileChoiceProps = {
  problem: string | undefined;
  /** True if the person came back from a later step; the focus then moves to the button. */
  isAgain: boolean;
  isOpening: boolean;
  pasted: string;
  onPasted: (text: string) => void;
  onChoose: (file: File) => void;
};

export function FileChoice({ problem, isAgain, isOpening, pasted, onPasted, onChoose }: FileChoiceProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.step}>
      <ProblemNote problem={problem} />
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
          if (file) onChoose(file);
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
        onClick={() => onChoose(new File([pasted], 'pasted.csv', { type: 'text/plain' }))}
      >
        {texts.choice.checkPasted}
      </Button>
    </div>
  );
}
