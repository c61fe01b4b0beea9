import { Dialog } from '@base-ui/react/dialog';
import type { Passkey } from '@plant-store/schema';
import type { FormEvent } from 'react';
import { Bdi } from '../page/bdi.tsx';
import { DialogActions } from '../page/dialog-actions.tsx';
import form from '../page/dialog-form.module.css';
import { isolated } from '../page/isolated.ts';
import { browserClient } from '../store/browser-client.ts';
import { useRequest } from '../store/use-request.ts';

/** Asks before a passkey is removed, as it may be the way in that somebody is used to. */
export function RemovePasskey({ passkey, onDone }: { passkey: Passkey; onDone: (done: string) => void }) {
  const { id, name } = passkey;
  const { send, problemBeside, isPending } = useRequest<unknown>(() =>
    onDone(`${isolated(name)} is removed. Everywhere else you are signed out.`),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(() => browserClient.passkeys.remove.mutate({ id }));
  };
  return (
    <form className={form.form} onSubmit={submit}>
      <Dialog.Title className={form.title}>
        Remove <Bdi text={name} />?
      </Dialog.Title>
      <Dialog.Description className={form.text}>
        It signs you in no more, and wherever else you are signed in, that ends. The device goes on showing it
        until you delete it there too.
      </Dialog.Description>
      <DialogActions
        act="Remove"
        acting="Removing…"
        isActing={isPending}
        problem={problemBeside()}
        leave="Keep it"
      />
    </form>
  );
}
