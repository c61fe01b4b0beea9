'use client';

import { Dialog } from '@base-ui/react/dialog';
import type { Token } from '@plant-store/schema';
import type { FormEvent } from 'react';
import { Bdi } from '../page/bdi.tsx';
import { DialogActions } from '../page/dialog-actions.tsx';
import form from '../page/dialog-form.module.css';
import { When } from '../page/when.tsx';
import { browserClient } from '../store/browser-client.ts';
import { useTokenRequest } from './use-token-request.ts';

/** Asks before a token is ended, which cannot be undone. */
export function RevokeToken({ token, onDone }: { token: Token; onDone: () => void }) {
  const { send, problemBeside, isPending } = useTokenRequest<unknown>(onDone);
  const { id, name, lastUsedAt } = token;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(() => browserClient.tokens.revoke.mutate({ id }));
  };
  return (
    <form className={form.form} onSubmit={submit}>
      <Dialog.Title className={form.title}>
        Revoke <Bdi text={name} />?
      </Dialog.Title>
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
      <DialogActions
        act="Revoke"
        acting="Revoking…"
        isActing={isPending}
        problem={problemBeside()}
        leave="Keep it"
      />
    </form>
  );
}
