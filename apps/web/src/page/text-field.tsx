import { Field } from '@base-ui/react/field';
import type { ComponentProps, ReactNode } from 'react';
import styles from './text-field.module.css';

type TextFieldProps = ComponentProps<typeof Field.Control> & { label: string; problem?: ReactNode };

/** One line of text, with its label above it; below it what is wrong with it, and what helps. */
export function TextField({ label, problem, children, className, ...input }: TextFieldProps) {
  return (
    <Field.Root className={styles.field} invalid={Boolean(problem)}>
      <Field.Label className={styles.label}>{label}</Field.Label>
      <Field.Control
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className={`${styles.input} ${className ?? ''}`}
        {...input}
      />
      <Field.Error className={styles.problem} match={Boolean(problem)} role="alert">
        {problem}
      </Field.Error>
      {children}
    </Field.Root>
  );
}
