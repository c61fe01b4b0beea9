import type { Passkey } from '@plant-store/schema';
import { useForm } from 'react-hook-form';
import { browserClient } from '../../api/browser-client.ts';
import { useSubmit } from '../../session/use-submit.ts';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { Bdi } from '../../ui/text/bdi.tsx';
import { isolated } from '../../ui/text/isolated.ts';
import { texts } from './texts.ts';

const { title, removed, ...rest } = texts.remove;

/** Asks before it removes a passkey, because the passkey may be the only way to sign in. */
export function RemovePasskey({ passkey, onDone }: { passkey: Passkey; onDone: (done: string) => void }) {
  const { id, name } = passkey;
  const submit = useSubmit(useForm(), {
    send: () => browserClient.passkeys.remove.mutate({ id }),
    onDone: () => onDone(removed(isolated(name))),
  });
  return <DialogForm {...rest} title={title(<Bdi text={name} />)} {...submit} />;
}
