import { Button } from '../../ui/buttons/button.tsx';
import { useCanPasskey } from './can-passkey.ts';
import styles from './passkey-sign-in.module.css';
import { texts } from './texts.ts';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';

/** The button that signs in with a passkey, where passkeys work. `onSignedIn` must be the same in each render. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: () => Promise<unknown> }) {
  const isPossible = useCanPasskey();
  const { signIn, problem, isPending } = usePasskeySignIn(onSignedIn, isPossible);
  if (!isPossible) return null;
  return (
    <div className={styles.passkey}>
      <Button disabled={isPending} onClick={signIn}>
        {texts.signIn.act}
      </Button>
      <p className={styles.problem} role="alert">
        {problem}
      </p>
    </div>
  );
}
