import { type ComponentProps, type ReactNode, useId } from 'react';
import { Sentence } from '../text/sentence.tsx';
import styles from './text-field.module.css';

type TextFieldProps = ComponentProps<'input'> & {
  label: string;
  problem?: ReactNode;
  /** Help that is part of the field's accessible description. */
  hint?: ReactNode;
  hintClass?: string | undefined;
};

export function TextField({
  label,
  problem,
  hint,
  hintClass = styles.hint,
  children,
  className,
  ...input
}: TextFieldProps) {
  const id = useId();
  const problemId = problem ? `${id}problem` : undefined;
  const hintId = hint ? `${id}hint` : undefined;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        translate="no"
        className={`${styles.input} ${className ?? ''}`}
        aria-invalid={problemId !== undefined || undefined}
        aria-describedby={[problemId, hintId].filter(Boolean).join(' ') || undefined}
        {...input}
      />
      {problemId && (
        <div id={problemId} className={styles.problem} role="alert">
          <Sentence text={problem} />
        </div>
      )}
      {hintId && (
        <p id={hintId} className={hintClass}>
          {hint}
        </p>
      )}
      {children}
    </div>
  );
}
