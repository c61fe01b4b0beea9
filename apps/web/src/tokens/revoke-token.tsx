'use client';

import { Button } from '@base-ui/react/button';
import { Dialog } from '@base-ui/react/dialog';
import type { Token } from '@plant-store/schema';
import buttons from '../page/button.module.css';
import form from '../page/dialog-form.module.css';
import { When } from '../page/when.tsx';
import { browserClient } from '../store/browser-client.ts';
import { reason } from '../store/reason.ts';
import { useTokenRequest } from './use-token-request.ts';

/** Asks before a token is ended, which cannot be undone. */
export function RevokeToken({ token, onDone }: { token: Token; onDone: () => void }) {
  const { send, failure, isPending } = useTokenRequest<unknown>(onDone);
  const { id, name, lastUsedAt } = token;
  return (
    <div className={form.form}>
      <Dialog.Title className={form.title}>Revoke {name}?</Dialog.Title>
      <Dialog.Description className={form.text}>
        Whatever uses it is refused from the next second on, and so is who has signed in with it. It cannot be
        undone.{' '}
        {lastUsedAt ? (
          <>
            It was used last on <When at={lastUsedAt.toISOString()} />.
          </>
        ) : (
          'It has not been used yet.'
        )}
      </Dialog.Description>
      <p className={form.problem} role="alert">
        {failure && reason(failure)}
      </p>
      <div className={form.actions}>
        <Button
          className={buttons.primary}
          disabled={isPending}
          focusableWhenDisabled
          onClick={() => send(() => browserClient.tokens.revoke.mutate({ id }))}
        >
          {isPending ? 'Revoking…' : 'Revoke'}
        </Button>
        <Dialog.Close className={buttons.quiet}>Keep it</Dialog.Close>
      </div>
    </div>
  );
}
