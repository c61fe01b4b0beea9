'use client';

import { Button } from '@base-ui/react/button';
import { Dialog } from '@base-ui/react/dialog';
import { type FormEvent, useCallback, useState, useTransition } from 'react';
import buttons from '../page/button.module.css';
import dialog from '../page/dialog.module.css';
import { PasskeySignIn } from '../passkeys/passkey-sign-in.tsx';
import { startSession } from './actions.ts';
import { useSession } from './may.tsx';
import styles from './sign-in-dialog.module.css';
import { SignInFields } from './sign-in-fields.tsx';
import type { SignInState } from './sign-in-state.ts';
import { unreachable } from './unreachable.ts';

/** Signs in again without leaving the page. */
export function SignInDialog({
  isOpen,
  onClose,
}: {
  isOpen: boolean;
  onClose: (isSignedIn: boolean) => void;
}) {
  const [state, setState] = useState<SignInState>({ isSignedIn: false });
  const kind = useSession()?.kind;
  const [isPending, startTransition] = useTransition();
  const goOn = useCallback(() => onClose(true), [onClose]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The dialog is the form's child for React, though not in the page.
    event.stopPropagation();
    if (isPending) return;
    const form = new FormData(event.currentTarget);
    startTransition(async () => {
      const state = await startSession(form).catch(() => ({
        isSignedIn: false,
        problem: { field: form.has('login') ? ('password' as const) : ('token' as const), text: unreachable },
      }));
      setState(state);
      if (state.isSignedIn) onClose(true);
    });
  };
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => open || onClose(false)} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={dialog.popup}>
          <Dialog.Title className={dialog.title}>Sign in again</Dialog.Title>
          <Dialog.Description className={dialog.text}>
            Your session has ended. What you typed is still here, and goes on from where it was.
          </Dialog.Description>
          <form className={styles.form} onSubmit={submit} noValidate>
            {/* As one did before, where that is known. */}
            <SignInFields
              ways={kind === undefined ? 'either' : kind === 'person' ? 'password' : 'token'}
              state={state}
            />
            <div className={styles.actions}>
              <Button type="submit" className={buttons.primary} disabled={isPending} focusableWhenDisabled>
                Sign in
              </Button>
              <Dialog.Close className={buttons.quiet}>Not now</Dialog.Close>
            </div>
            {kind !== 'token' && <PasskeySignIn onSignedIn={goOn} />}
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
