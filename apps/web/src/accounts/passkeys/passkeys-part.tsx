import { zodResolver } from '@hookform/resolvers/zod';
import { type Passkey, PasskeyName } from '@plant-store/schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { failureIn } from '../../api/attempt.ts';
import { browserClient } from '../../api/browser-client.ts';
import { reason } from '../../api/reason.ts';
import { sentence } from '../../api/sentence.ts';
import { useSubmit } from '../../session/use-submit.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { DialogWindow } from '../../ui/dialogs/dialog-window.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import record from '../../ui/layout/record.module.css';
import rows from '../../ui/tables/rows.module.css';
import { Bdi } from '../../ui/text/bdi.tsx';
import { isolated } from '../../ui/text/isolated.ts';
import { Sentence } from '../../ui/text/sentence.tsx';
import { When } from '../../ui/text/when.tsx';
import { useCanPasskey } from './can-passkey.ts';
import { deviceProblem } from './passkey-failure.ts';
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
      <Button onClick={() => setRequest('add')}>{texts.add.title}</Button>
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

// Checks the form first, as the store would otherwise refuse a passkey that the device has already created.
const resolver = zodResolver(z.object({ name: PasskeyName, currentPassword: z.string() }));

function AddPasskey({ onDone }: { onDone: (done: string) => void }) {
  const form = useForm({ resolver, defaultValues: { name: '', currentPassword: '' } });
  const submit = useSubmit(form, {
    send: ({ name, currentPassword }) => makePasskey(name, currentPassword),
    onDone: (made) => {
      if ('name' in made) onDone(texts.add.added(isolated(made.name)));
      else if (made.problem !== undefined) form.setError('root', { message: made.problem });
    },
    fields: ['currentPassword'],
  });
  const { name, currentPassword } = form.formState.errors;
  return (
    <DialogForm {...texts.add} {...submit}>
      <TextField
        label={texts.add.name}
        autoCapitalize="sentences"
        problem={name && sentence(name.message ?? '', texts.add.nameSubject)}
        hint={texts.add.nameHint}
        {...form.register('name')}
      />
      <PasswordField
        label={texts.add.currentPassword}
        autoComplete="current-password"
        problem={currentPassword && sentence(currentPassword.message ?? '', texts.add.currentPassword)}
        {...form.register('currentPassword')}
      />
    </DialogForm>
  );
}

/** The outcome: the passkey's name, or the device's problem. `problem` is undefined if the person cancelled. */
type NewPasskey = { name: string } | { problem: string | undefined };

/** Creates a passkey on the device, and adds it to the store. @throws the store's refusal */
async function makePasskey(name: string, currentPassword: string): Promise<NewPasskey> {
  const { ticket, options } = await browserClient.passkeys.startAdding.mutate({ currentPassword });
  const { startRegistration } = await import('@simplewebauthn/browser');
  const made = await startRegistration({ optionsJSON: options }).then(
    (response) => ({ response }),
    (thrown) => ({ problem: deviceProblem(thrown) }),
  );
  if ('problem' in made) return made;
  await browserClient.passkeys.add.mutate({ ticket, name, response: made.response });
  return { name };
}
