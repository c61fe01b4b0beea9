'use client';

import { useRouter } from 'next/navigation';
import { useCallback } from 'react';
import { signIn, startSession } from '../../session/actions.ts';
import { isCookieKept } from '../../session/is-cookie-kept.ts';
import { signedInPath } from '../../session/local-path.ts';
import { refused, type SignInState, type SignInWay } from '../../session/sign-in-state.ts';
import { texts as sessionTexts } from '../../session/texts.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { useActionForm } from '../../ui/use-action-form.ts';
import { PasskeySignIn } from '../passkeys/passkey-sign-in.tsx';
import { SignInFields } from './sign-in-fields.tsx';
import styles from './sign-in-form.module.css';
import { texts } from './texts.ts';

type SignInFormProps = {
  to: string;
  way: SignInWay;
  /** True if the form is the whole page. Its first field then gets the focus, and its button is the main one. */
  isFirst: boolean;
  /** True if a sign-in has just succeeded, but the browser did not keep the cookie. */
  isCookieLost: boolean;
};

export function SignInForm({ to, way, isFirst, isCookieLost }: SignInFormProps) {
  const router = useRouter();
  const cookieLost = refused(way, sessionTexts.problems.noCookie);
  const goOn = useCallback(async () => {
    const isKept = await isCookieKept();
    if (isKept) router.replace(to);
    // Next may be opening `to`, as if the browser had kept the cookie. A new page is certain to come after it.
    else location.replace(signedInPath(to));
    return isKept;
  }, [router, to]);
  const { state, isPending, formProps } = useActionForm<SignInState>(
    signIn,
    isCookieLost ? cookieLost : { isSignedIn: false },
    (reason) => refused(way, reason ?? sessionTexts.problems.unreachable),
    async (form) => {
      const state = await startSession(form);
      return state.isSignedIn && !(await goOn()) ? cookieLost : state;
    },
  );
  return (
    <form className={styles.form} {...formProps} noValidate>
      <input type="hidden" name="to" value={to} />
      <SignInFields way={way} state={state} isFirst={isFirst} />
      <Button type="submit" look={isFirst ? 'primary' : 'quiet'} disabled={isPending || state.isSignedIn}>
        {texts.dialog.signIn}
      </Button>
      {way === 'password' && <PasskeySignIn onSignedIn={goOn} />}
    </form>
  );
}
