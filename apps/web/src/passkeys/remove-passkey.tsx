import { Button } from '@base-ui/react/button';
import { Dialog } from '@base-ui/react/dialog';
import type { Passkey } from '@plant-store/schema';
import buttons from '../page/button.module.css';
import form from '../page/dialog-form.module.css';
import { attempt } from '../store/attempt.ts';
import { browserClient } from '../store/browser-client.ts';
import { reason } from '../store/reason.ts';
import { useAttempt } from '../store/use-attempt.ts';
import { usePasskeyRequest } from './use-passkey-request.ts';

/** Asks before a passkey is removed, as it may be the way in that somebody is used to. */
export function RemovePasskey({ passkey, onDone }: { passkey: Passkey; onDone: (done: string) => void }) {
  const { id, name } = passkey;
  const { send, outcome, isPending } = usePasskeyRequest(onDone);
  const attemptSignedIn = useAttempt();
  const remove = async () => {
    const outcome = await attemptSignedIn(() => attempt(() => browserClient.passkeys.remove.mutate({ id })));
    return 'failure' in outcome
      ? outcome
      : { done: `${name} is removed. Everywhere else you are signed out.` };
  };
  return (
    <div className={form.form}>
      <Dialog.Title className={form.title}>Remove {name}?</Dialog.Title>
      <Dialog.Description className={form.text}>
        It signs you in no more, and wherever else you are signed in, that ends. The device goes on showing it
        until you delete it there too.
      </Dialog.Description>
      <p className={form.problem} role="alert">
        {outcome && 'failure' in outcome && reason(outcome.failure)}
      </p>
      <div className={form.actions}>
        <Button
          className={buttons.primary}
          disabled={isPending}
          focusableWhenDisabled
          onClick={() => send(remove)}
        >
          {isPending ? 'Removing…' : 'Remove'}
        </Button>
        <Dialog.Close className={buttons.quiet}>Keep it</Dialog.Close>
      </div>
    </div>
  );
}
