import { Dialog } from '@base-ui/react/dialog';
import { PasskeyName } from '@plant-store/schema';
import { type FormEvent, useState } from 'react';
import { sentence } from '../../api/sentence.ts';
import { useRequest } from '../../session/use-request.ts';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import form from '../../ui/dialogs/dialog-form.module.css';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { isolated } from '../../ui/text/isolated.ts';
import { makePasskey, type NewPasskey } from './new-passkey.ts';
import { texts } from './texts.ts';

/** Asks for the name of a new passkey and for the password; then the device creates it. */
export function AddPasskey({ onDone }: { onDone: (done: string) => void }) {
  const [nameProblem, setNameProblem] = useState<string>();
  const [deviceProblem, setDeviceProblem] = useState<string>();
  const { send, problemAt, problemBeside, isPending } = useRequest<NewPasskey>((made) => {
    if ('problem' in made) return setDeviceProblem(made.problem);
    onDone(texts.add.added(isolated(made.name)));
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    // Checked first: the device would create a passkey that the store then refuses.
    const name = PasskeyName.safeParse(typed.get('name'));
    setNameProblem(name.error && sentence(name.error.issues[0]?.message ?? '', texts.add.nameSubject));
    setDeviceProblem(undefined);
    if (name.data !== undefined)
      void send(() => makePasskey(name.data, String(typed.get('currentPassword'))));
  };
  const atPassword = problemAt('/currentPassword');
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <Dialog.Title className={form.title}>{texts.add.title}</Dialog.Title>
      <Dialog.Description className={form.text}>{texts.add.text}</Dialog.Description>
      <TextField
        label={texts.add.name}
        name="name"
        autoCapitalize="sentences"
        problem={nameProblem}
        hint={texts.add.nameHint}
      />
      <PasswordField
        label={texts.add.currentPassword}
        name="currentPassword"
        autoComplete="current-password"
        problem={atPassword && sentence(atPassword, texts.add.currentPassword)}
      />
      <DialogActions
        act={texts.add.act}
        acting={texts.add.acting}
        isActing={isPending}
        problem={problemBeside('/currentPassword') ?? deviceProblem}
      />
    </form>
  );
}
