import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { focusOnMount } from '../../ui/keyboard/focus-on-mount.ts';
import { useActionForm } from '../../ui/use-action-form.ts';
import styles from '../sign-in/sign-in-form.module.css';
import type { PersonFormState } from './person-form.ts';
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
