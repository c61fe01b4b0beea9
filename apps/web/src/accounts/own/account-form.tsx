import { type FormEvent, type ReactNode, startTransition, useActionState, useEffect, useRef } from 'react';
import buttons from '../../ui/buttons/button.module.css';
import { Button } from '../../ui/buttons/button.tsx';
import styles from '../sign-in/sign-in-form.module.css';
import type { PersonFormState } from './person-form.ts';

type AccountFormProps = {
  action: (state: PersonFormState, form: FormData) => Promise<PersonFormState>;
  submit: string;
  /** True if the form is the whole page; its first field then gets the focus. */
  isFirst?: boolean;
  children: (state: PersonFormState) => ReactNode;
};

/** A form for an account. After a refusal it keeps its values, and the first wrong field gets the focus. */
export function AccountForm({ action, submit, isFirst = false, children }: AccountFormProps) {
  const [state, act, isPending] = useActionState(action, { problems: {} });
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isFirst) form.current?.querySelector<HTMLInputElement>('input:not([type="hidden"])')?.focus();
  }, [isFirst]);
  useEffect(() => {
    if (state.done) form.current?.reset();
    if (Object.keys(state.problems).length > 0)
      form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
  }, [state]);
  const send = (event: FormEvent<HTMLFormElement>) => {
    // Prevents React's reset of the fields after the action.
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    if (!isPending) startTransition(() => act(typed));
  };
  return (
    <form ref={form} className={styles.form} action={act} onSubmit={send} noValidate>
      {children(state)}
      <p className={styles.done} role="status">
        {state.done}
      </p>
      <p className={styles.problem} role="alert">
        {state.problem}
      </p>
      <Button type="submit" className={buttons.primary} disabled={isPending}>
        {submit}
      </Button>
    </form>
  );
}
