import type { Token } from '@plant-store/schema';
import { useForm } from 'react-hook-form';
import { browserClient } from '../../../api/browser-client.ts';
import { useSubmit } from '../../../session/use-submit.ts';
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx';
import { Bdi } from '../../../ui/text/bdi.tsx';
import { When } from '../../../ui/text/when.tsx';
import { texts } from '../texts.ts';

const { title, text, lastUsed, neverUsed, ...buttons } = texts.revocation;

export function RevokeToken({ token, onDone }: { token: Token; onDone: () => void }) {
  const { id, name, lastUsedAt } = token;
  const submit = useSubmit(useForm(), {
    send: () => browserClient.tokens.revoke.mutate({ id }),
    onDone,
  });
  return (
    <DialogForm
      {...buttons}
      title={title(<Bdi text={name} />)}
      text={
        <>
          {text} {lastUsedAt ? lastUsed(<When at={lastUsedAt} />) : neverUsed}
        </>
      }
      {...submit}
      isDestructive
    />
  );
}
