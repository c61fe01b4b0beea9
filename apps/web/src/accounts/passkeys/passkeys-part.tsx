import type { Passkey } from '@plant-store/schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { failureIn } from '../../api/attempt.ts';
import { browserClient } from '../../api/browser-client.ts';
import { reason } from '../../api/reason.ts';
import { useSubmit } from '../../session/use-submit.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { DialogWindow } from '../../ui/dialogs/dialog-window.tsx';
import record from '../../ui/layout/record.module.css';
import rows from '../../ui/tables/rows.module.css';
import { Bdi } from '../../ui/text/bdi.tsx';
import { isolated } from '../../ui/text/isolated.ts';
import { Sentence } from '../../ui/text/sentence.tsx';
import { When } from '../../ui/text/when.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { useCanPasskey } from './can-passkey.ts';
import styles from './passkeys-part.module.css';
import { texts } from './texts.ts';

const ownPasskeys = {
  queryKey: ['passkeys'],
  queryFn: ({ signal }: { signal: AbortSignal }) => browserClient.passkeys.list.query(undefined, { signal }),
};

type PasskeyRequest = 'add' | Passkey;

export function PasskeysPart() {
  const isPossible = useCanPasskey();
  const passkeys = useQuery({ ...ownPasskeys, enabled: isPossible });
  const queries = useQueryClient();
  const [request, setRequest] = useState<PasskeyRequest>();
  // While the dialog closes, it still shows its passkey.
  const [shown, setShown] = useState(request);
  if (request && request !== shown) setShown(request);
  const [done, setDone] = useState('');
  if (!isPossible) return null;
  const finish = (text: string) => {
    void queries.invalidateQueries({ queryKey: ownPasskeys.queryKey });
    setRequest(undefined);
    setDone(text);
  };
  return (
    <section className={record.part}>
      <h2 className={record.title}>{texts.part.title}</h2>
      <p className={record.note}>
        {texts.part.text}
        {passkeys.data?.length ? texts.part.unknownOne : ''}
      </p>
      {passkeys.error && !passkeys.data ? (
        <p className={styles.problem} role="alert">
          {texts.part.notLoaded(reason(failureIn(passkeys.error)))}
        </p>
      ) : (
        <ul className={styles.list} aria-label={texts.part.list}>
          {passkeys.data?.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} onRemove={() => setRequest(passkey)} />
          ))}
        </ul>
      )}
      <p className={styles.done} role="status">
        <Sentence text={done} />
      </p>
      <Button onClick={() => setRequest('add')}>{texts.part.add}</Button>
      <DialogWindow isOpen={request !== undefined} onClose={() => setRequest(undefined)}>
        {shown === 'add' && <AddPasskey onDone={finish} />}
        {shown && shown !== 'add' && <RemovePasskey passkey={shown} onDone={finish} />}
      </DialogWindow>
    </section>
  );
}

function PasskeyItem({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const { name, origin, backup, createdAt, usedAt } = passkey;
  return (
    <li className={styles.item}>
      <div className={rows.what}>
        <p className={rows.name}>
          <Bdi text={name} />
        </p>
        <p className={rows.note}>
          {texts.item.addedOn(<When at={createdAt} />)}
          {backup === 'none' && texts.item.onOneDevice}
        </p>
        <p className={rows.note}>{usedAt ? texts.item.usedOn(<When at={usedAt} />) : texts.item.notUsed}</p>
        {origin !== window.location.origin && <p className={rows.note}>{texts.item.atOrigin(origin)}</p>}
      </div>
      <Button look="danger" aria-label={texts.item.removeNamed(name)} onClick={onRemove}>
        {texts.item.remove}
      </Button>
    </li>
  );
}

/** A passkey may be the only way to sign in. */
function RemovePasskey({ passkey, onDone }: { passkey: Passkey; onDone: (done: string) => void }) {
  const { id, name } = passkey;
  const { title, removed, ...rest } = texts.remove;
  const submit = useSubmit(useForm(), {
    send: () => browserClient.passkeys.remove.mutate({ id }),
    onDone: () => onDone(removed(isolated(name))),
  });
  return <DialogForm {...rest} title={title(<Bdi text={name} />)} {...submit} isDestructive />;
}
