'use client';

import { passwordMinLength } from '@plant-store/schema';
import { TextField } from '../page/text-field.tsx';
import { PasswordField } from './password-field.tsx';
import styles from './person-fields.module.css';
import { labelOf, type PersonField, type PersonFormState } from './person-form.ts';

/** What makes an account: who it is, and how they will sign in. */
export function PersonFields({ state: { problems, typed = {} } }: { state: PersonFormState }) {
  const field = (name: PersonField) => ({
    label: labelOf(name),
    name,
    problem: problems[name],
    defaultValue: typed[name],
  });
  return (
    <>
      <TextField {...field('name')} autoComplete="name" autoCapitalize="words">
        <p className={styles.hint}>It stands beside what you add and change.</p>
      </TextField>
      <TextField {...field('email')} type="email" autoComplete="email" />
      <TextField {...field('userName')} autoComplete="username">
        <p className={styles.hint}>Optional: a short name to sign in with.</p>
      </TextField>
      <NewPasswordField label="Password" name="password" problem={problems.password} />
    </>
  );
}

/** A field for a password that is chosen now. */
export const NewPasswordField = (field: { label: string; name: string; problem: string | undefined }) => (
  <PasswordField {...field} autoComplete="new-password">
    <p className={styles.hint}>
      {passwordMinLength} characters or more; a few words that only you would put together are good.
    </p>
  </PasswordField>
);
