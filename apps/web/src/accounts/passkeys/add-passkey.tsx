import { zodResolver } from '@hookform/resolvers/zod';
import { PasskeyName } from '@plant-store/schema';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { browserClient } from '../../api/browser-client.ts';
import { sentence } from '../../api/sentence.ts';
import { useSubmit } from '../../session/use-submit.ts';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { isolated } from '../../ui/text/isolated.ts';
import { deviceProblem } from './passkey-failure.ts';
import { texts } from './texts.ts';

// Checks the form first, as the store would otherwise refuse a passkey that the device has already created.
const resolver = zodResolver(z.object({ name: PasskeyName, currentPassword: z.string() }));

export function AddPasskey({ onDone }: { onDone: (done: string) => void }) {
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
