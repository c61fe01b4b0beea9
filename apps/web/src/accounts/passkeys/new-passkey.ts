import { browserClient } from '../../api/browser-client.ts';
import { deviceProblem } from './passkey-failure.ts';

/** The outcome: the name of the passkey, or the problem of the device; no problem if the person cancelled. */
export type NewPasskey = { name: string } | { problem: string | undefined };

/** Creates a passkey on the device and adds it to the store. @throws the store's refusal */
export async function makePasskey(name: string, currentPassword: string): Promise<NewPasskey> {
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
