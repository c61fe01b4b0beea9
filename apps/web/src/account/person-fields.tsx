'use client';

import { Field } from '@base-ui/react/field';
import { passwordMinLength } from '@plant-store/schema';
import { TextField } from '../page/text-field.tsx';
import { PasswordField } from '../session/password-field.tsx';
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
        <Field.Description className={styles.hint}>
          It stands beside what you add and change.
        </Field.Description>
      </TextField>
      <TextField {...field('email')} type="email" autoComplete="username" />
      <TextField {...field('userName')}>
        <Field.Description className={styles.hint}>Optional: a short name to sign in with.</Field.Description>
      </TextField>
      <NewPasswordField label="Password" name="password" problem={problems.password} />
    </>
  );
}

/** A field for a password that is chosen now. */
export const NewPasswordField = (field: { label: string; name: string; problem: string | undefined }) => (
  <PasswordField {...field} autoComplete="new-password">
    <Field.Description className={styles.hint}>
      {passwordMinLength} characters or more; three words that only you would put together are good, your name
      and what others choose are not.
    </Field.Description>
  </PasswordField>
);
