'use client';

import { Field } from '@base-ui/react/field';
import { TextField } from '../page/text-field.tsx';
import { PasswordField } from '../session/password-field.tsx';
import styles from './person-fields.module.css';
import { labelOf, type PersonField, type PersonFormState } from './person-form.ts';
import { texts } from './texts.ts';

/** The fields of a new account: names, e-mail address, and password. */
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
        <Field.Description className={styles.hint}>{texts.hints.name}</Field.Description>
      </TextField>
      <TextField {...field('email')} type="email" autoComplete="username" />
      <TextField {...field('userName')}>
        <Field.Description className={styles.hint}>{texts.hints.userName}</Field.Description>
      </TextField>
      <NewPasswordField label={texts.fields.password} name="password" problem={problems.password} />
    </>
  );
}

/** A field for a password that is chosen now. */
export const NewPasswordField = (field: { label: string; name: string; problem: string | undefined }) => (
  <PasswordField {...field} autoComplete="new-password">
    <Field.Description className={styles.hint}>{texts.hints.password}</Field.Description>
  </PasswordField>
);
