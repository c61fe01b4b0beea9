import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { focusOnMount } from '../../ui/keyboard/focus-on-mount.ts';
import { useActionForm } from '../../ui/use-action-form.ts';
import styles from '../sign-in/sign-in-form.module.css';
import type { PersonField, PersonFormState } from './person-form.ts';
import { texts } from './texts.ts';

type AccountFormProps = {
  action: (state: PersonFormState, form: FormData) => Promise<PersonFormState>;
  submit: string;
  isFirst?: boolean;
  children: (state: PersonFormState) => ReactNode;
};

/** A form for an account. After a refusal it keeps its values, and the first wrong field gets the focus. */
export function AccountForm({ action, submit, isFirst = false, children }: AccountFormProps) {
  const { state, isPending, formProps } = useActionForm<PersonFormState>(
    action,
    { problems: {} },
    (reason) => ({ problems: {}, problem: reason ?? texts.form.noAnswer }),
  );
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isFirst) focusOnMount(form.current?.querySelector<HTMLElement>('input:not([type="hidden"])') ?? null);
  }, [isFirst]);
  useEffect(() => {
    if (state.done) form.current?.reset();
    if (Object.keys(state.problems).length > 0)
      form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
  }, [state]);
  return (
    <form ref={form} className={styles.form} {...formProps} noValidate>
      {children(state)}
      <p className={styles.done} role="status">
        {state.done}
      </p>
      <p className={styles.problem} role="alert">
        {state.problem}
      </p>
      <Button type="submit" look="primary" disabled={isPending}>
        {submit}
      </Button>
    </form>
  );
}

export function PersonFields({ state: { problems, typed = {} } }: { state: PersonFormState }) {
  const field = (name: PersonField) => ({
    label: texts.fields[name],
    name,
    problem: problems[name],
    defaultValue: typed[name],
  });
  return (
    <>
      <TextField {...field('name')} autoComplete="name" autoCapitalize="words" hint={texts.hints.name} />
      <TextField {...field('email')} type="email" autoComplete="username" />
      <TextField {...field('userName')} hint={texts.hints.userName} />
      <NewPasswordField label={texts.fields.password} name="password" problem={problems.password} />
    </>
  );
}

export const NewPasswordField = (field: { label: string; name: string; problem: string | undefined }) => (
  <PasswordField {...field} autoComplete="new-password" hint={texts.hints.password} />
);
