'use client';

import { Button } from '@base-ui/react/button';
import { type FormEvent, startTransition, useActionState, useEffect, useRef } from 'react';
import buttons from '../page/button.module.css';
import { signIn } from './actions.ts';
import styles from './sign-in-form.module.css';
import { TokenField } from './token-field.tsx';

/** Takes a token, once, and leads on to `to`. */
export function SignInForm({ to }: { to: string }) {
  const [{ problem }, action, isPending] = useActionState(signIn, { isSignedIn: false });
  const token = useRef<HTMLInputElement>(null);
  useEffect(() => token.current?.focus(), []);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    // React would empty the field after the action; a token that was refused is to stay, to be put right.
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    if (!isPending) startTransition(() => action(form));
  };
  return (
    <form className={styles.form} action={action} onSubmit={submit} noValidate>
      <input type="hidden" name="to" value={to} />
      <TokenField problem={problem} ref={token} />
      <Button type="submit" className={buttons.primary} disabled={isPending} focusableWhenDisabled>
        Sign in
      </Button>
    </form>
  );
}
