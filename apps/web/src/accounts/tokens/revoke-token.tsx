'use client';

import { Dialog } from '@base-ui/react/dialog';
import type { Token } from '@plant-store/schema';
import type { FormEvent } from 'react';
import { browserClient } from '../../api/browser-client.ts';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import form from '../../ui/dialogs/dialog-form.module.css';
import { Bdi } from '../../ui/text/bdi.tsx';
import { When } from '../../ui/text/when.tsx';
import { texts } from './texts.tsx';
import { useTokenRequest } from './use-token-request.ts';

/** Asks before it revokes a token, which cannot be undone. */
export function RevokeToken({ token, onDone }: { token: Token; onDone: () => void }) {
  const { send, problemBeside, isPending } = useTokenRequest<unknown>(onDone);
  const { id, name, lastUsedAt } = token;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(() => browserClient.tokens.revoke.mutate({ id }));
  };
  return (
    <form className={form.form} onSubmit={submit}>
      <Dialog.Title className={form.title}>{texts.revocation.title(<Bdi text={name} />)}</Dialog.Title>
      <Dialog.Description className={form.text}>
        {texts.revocation.text}{' '}
        {lastUsedAt
          ? texts.revocation.lastUsed(<When at={lastUsedAt.toISOString()} />)
          : texts.revocation.neverUsed}
      </Dialog.Description>
      <DialogActions
        act={texts.revocation.act}
        acting={texts.revocation.acting}
        isActing={isPending}
        problem={problemBeside()}
        leave={texts.revocation.keep}
      />
    </form>
  );
}
