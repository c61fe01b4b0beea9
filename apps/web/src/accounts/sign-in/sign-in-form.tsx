'use client';

import { useRouter } from 'next/navigation';
import { type FormEvent, startTransition, useActionState, useCallback } from 'react';
import { signIn } from '../../session/actions.ts';
import type { SignInWay } from '../../session/sign-in-state.ts';
import buttons from '../../ui/buttons/button.module.css';
import { Button } from '../../ui/buttons/button.tsx';
import { PasskeySignIn } from '../passkeys/passkey-sign-in.tsx';
import { SignInFields } from './sign-in-fields.tsx';
import styles from './sign-in-form.module.css';
import { texts } from './texts.ts';

type SignInFormProps = {
  to: string;
  way: SignInWay;
  /** True if the form is the whole page; its first field then gets the focus. */
  isFirst: boolean;
};

/** The sign-in form. Afterwards it opens the page `to`. */
export function SignInForm({ to, way, isFirst }: SignInFormProps) {
  const [state, action, isPending] = useActionState(signIn, { isSignedIn: false });
  const router = useRouter();
  const goOn = useCallback(() => router.replace(to), [router, to]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    // Prevents React's reset of the fields after the action, so a refused value can be corrected.
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    if (!isPending) startTransition(() => action(form));
  };
  return (
    <form className={styles.form} action={action} onSubmit={submit} noValidate>
      <input type="hidden" name="to" value={to} />
      <SignInFields way={way} state={state} isFirst={isFirst} />
      <Button type="submit" className={buttons.primary} disabled={isPending}>
        {texts.dialog.signIn}
      </Button>
      {way === 'password' && <PasskeySignIn onSignedIn={goOn} />}
    </form>
  );
}
