import { Dialog } from '@base-ui/react/dialog';
import { type FormEvent, useCallback, useState, useTransition } from 'react';
import { startSession } from '../../session/actions.ts';
import { isCookieKept } from '../../session/is-cookie-kept.ts';
import { useSession } from '../../session/session-context.ts';
import { refused, type SignInState, type SignInWay } from '../../session/sign-in-state.ts';
import { texts as session } from '../../session/texts.ts';
import buttons from '../../ui/buttons/button.module.css';
import { Button } from '../../ui/buttons/button.tsx';
import dialog from '../../ui/dialogs/dialog.module.css';
import { DialogWindow } from '../../ui/dialogs/dialog-window.tsx';
import { failedAction } from '../../ui/updated-store.ts';
import { PasskeySignIn } from '../passkeys/passkey-sign-in.tsx';
import styles from './sign-in-dialog.module.css';
import { SignInFields } from './sign-in-fields.tsx';
import { texts } from './texts.ts';

type SignInDialogProps = { isOpen: boolean; onClose: (isSignedIn: boolean) => void };

export default function SignInDialog({ isOpen, onClose }: SignInDialogProps) {
  const [state, setState] = useState<SignInState>({ isSignedIn: false });
  const kind = useSession()?.kind;
  const [way, setWay] = useState<SignInWay>(kind === 'token' ? 'token' : 'password');
  const [isPending, startTransition] = useTransition();
  const goOn = useCallback(async () => {
    if (await isCookieKept()) onClose(true);
    else setState(refused(way, session.problems.noCookie));
  }, [onClose, way]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React passes events of the dialog to the form that renders it.
    event.stopPropagation();
    if (isPending) return;
    const form = new FormData(event.currentTarget);
    startTransition(async () => {
      const state = await startSession(form).catch(async (cause) =>
        refused(way, (await failedAction(cause)) ?? session.problems.unreachable),
      );
      setState(state);
      if (state.isSignedIn) await goOn();
    });
  };
  return (
    <DialogWindow isOpen={isOpen} onClose={() => onClose(false)} isFirm>
      <Dialog.Title className={dialog.title}>{texts.dialog.title}</Dialog.Title>
      <Dialog.Description className={dialog.text}>{texts.dialog.text}</Dialog.Description>
      <form className={styles.form} onSubmit={submit} noValidate>
        <SignInFields way={way} state={state} />
        <div className={styles.actions}>
          <Button type="submit" look="primary" disabled={isPending}>
            {texts.dialog.signIn}
          </Button>
          <Dialog.Close className={buttons.quiet}>{texts.dialog.notNow}</Dialog.Close>
        </div>
        {way === 'password' && <PasskeySignIn onSignedIn={goOn} />}
        {/* If the person or token is known, the way to sign in is known too, so the dialog offers no choice. */}
        {kind === undefined && (
          <Button look="bare" onClick={() => setWay(way === 'password' ? 'token' : 'password')}>
            {way === 'password' ? texts.fields.useToken : texts.fields.useAccount}
          </Button>
        )}
      </form>
    </DialogWindow>
  );
}
