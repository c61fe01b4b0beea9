import { browserClient } from '../store/browser-client.ts';
import { deviceProblem } from './passkey-failure.ts';

/** What came of it: what the passkey is called, or what to say of the device; nothing where its person has chosen so. */
export type NewPasskey = { name: string } | { problem: string | undefined };

/** Has the device make a passkey, and the store add it. Throws what the store says against it. */
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
