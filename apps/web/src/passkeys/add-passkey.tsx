import { Button } from '@base-ui/react/button';
import { Dialog } from '@base-ui/react/dialog';
import { Field } from '@base-ui/react/field';
import { PasskeyName } from '@plant-store/schema';
import { type FormEvent, useState } from 'react';
import buttons from '../page/button.module.css';
import form from '../page/dialog-form.module.css';
import { TextField } from '../page/text-field.tsx';
import { PasswordField } from '../session/password-field.tsx';
import { reason } from '../store/reason.ts';
import { sentence } from '../store/sentence.ts';
import styles from './add-passkey.module.css';
import { useAddPasskey } from './use-add-passkey.ts';
import { usePasskeyRequest } from './use-passkey-request.ts';

/** Asks what a passkey is to be called, and for the password; then the device makes it. */
export function AddPasskey({ onDone }: { onDone: (done: string) => void }) {
  const { send, outcome, isPending } = usePasskeyRequest(onDone);
  const [nameProblem, setNameProblem] = useState<string>();
  const add = useAddPasskey();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    // Looked at before the device makes what then could not be added.
    const name = PasskeyName.safeParse(typed.get('name'));
    setNameProblem(name.error && sentence(name.error.issues[0]?.message ?? '', 'The name'));
    if (name.data !== undefined)
      void send(() => add({ name: name.data, currentPassword: String(typed.get('currentPassword')) }));
  };
  const failure = outcome && 'failure' in outcome ? outcome.failure : undefined;
  const atPassword = failure?.problems.find(({ pointer }) => pointer === '/currentPassword')?.message;
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <Dialog.Title className={form.title}>Add a passkey</Dialog.Title>
      <Dialog.Description className={form.text}>
        Your browser asks next where to keep it. Your password first, so that nobody adds theirs who finds you
        signed in.
      </Dialog.Description>
      <TextField label="Name" name="name" autoCapitalize="sentences" problem={nameProblem}>
        <Field.Description className={styles.hint}>
          To know it by later, such as “My phone”.
        </Field.Description>
      </TextField>
      <PasswordField
        label="Current password"
        name="currentPassword"
        autoComplete="current-password"
        problem={atPassword && sentence(atPassword, 'Current password')}
      />
      <p className={form.problem} role="alert">
        {failure && !atPassword && reason(failure)}
        {outcome && 'problem' in outcome && outcome.problem}
      </p>
      <div className={form.actions}>
        <Button type="submit" className={buttons.primary} disabled={isPending} focusableWhenDisabled>
          {isPending ? 'Adding…' : 'Continue'}
        </Button>
        <Dialog.Close className={buttons.quiet}>Cancel</Dialog.Close>
      </div>
    </form>
  );
}
