import { Dialog } from '@base-ui/react/dialog';
import type { Passkey } from '@plant-store/schema';
import type { FormEvent } from 'react';
import { browserClient } from '../../api/browser-client.ts';
import { useRequest } from '../../session/use-request.ts';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import form from '../../ui/dialogs/dialog-form.module.css';
import { Bdi } from '../../ui/text/bdi.tsx';
import { isolated } from '../../ui/text/isolated.ts';
import { texts } from './texts.ts';

/** Asks before a passkey is removed, as it may be the way in that somebody is used to. */
export function RemovePasskey({ passkey, onDone }: { passkey: Passkey; onDone: (done: string) => void }) {
  const { id, name } = passkey;
  const { send, problemBeside, isPending } = useRequest<unknown>(() =>
    onDone(texts.remove.removed(isolated(name))),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(() => browserClient.passkeys.remove.mutate({ id }));
  };
  return (
    <form className={form.form} onSubmit={submit}>
      <Dialog.Title className={form.title}>
        {texts.remove.title}
        <Bdi text={name} />
        {texts.remove.titleEnd}
      </Dialog.Title>
      <Dialog.Description className={form.text}>{texts.remove.text}</Dialog.Description>
      <DialogActions
        act={texts.remove.act}
        acting={texts.remove.acting}
        isActing={isPending}
        problem={problemBeside()}
        leave={texts.remove.leave}
      />
    </form>
  );
}
