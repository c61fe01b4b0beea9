import type { Ref } from 'react';
import { useReveal } from '../../ui/fields/password-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { texts } from './texts.ts';
import styles from './token-field.module.css';

type TokenFieldProps = {
  label?: string;
  problem: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
};

/** The field for an access token. A style masks it, not the type `password`: no password manager should store it. */
export function TokenField({ label = texts.fields.token, problem, ref }: TokenFieldProps) {
  const { isShown, toggle } = useReveal(label);
  return (
    <TextField
      label={label}
      name="token"
      data-secret
      problem={problem}
      className={isShown ? styles.shown : styles.masked}
      ref={ref}
    >
      {toggle}
    </TextField>
  );
}
