import { attempt } from '../store/attempt.ts';
import { browserClient } from '../store/browser-client.ts';
import { useAttempt } from '../store/use-attempt.ts';
import { deviceProblem } from './passkey-failure.ts';
import type { PasskeyOutcome } from './use-passkey-request.ts';

/** Has the device make a passkey, and the store add it. */
export function useAddPasskey() {
  const attemptSignedIn = useAttempt();
  return async (wanted: { name: string; currentPassword: string }): Promise<PasskeyOutcome> => {
    const { name, currentPassword } = wanted;
    const asked = await attemptSignedIn(() =>
      attempt(() => browserClient.passkeys.startAdding.mutate({ currentPassword })),
    );
    if ('failure' in asked) return asked;
    const { ticket, options } = asked.value;
    const { startRegistration } = await import('@simplewebauthn/browser');
    const made = await startRegistration({ optionsJSON: options }).then(
      (response) => ({ response }),
      (thrown) => ({ problem: deviceProblem(thrown) }),
    );
    if ('problem' in made) return made;
    const { response } = made;
    const added = await attempt(() => browserClient.passkeys.add.mutate({ ticket, name, response }));
    return 'failure' in added ? added : { done: `${name} is added. You can sign in with it from now on.` };
  };
}
