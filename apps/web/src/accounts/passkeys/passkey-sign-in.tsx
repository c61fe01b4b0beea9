import type { AuthenticationResponseJSON } from '@simplewebauthn/browser';
import { useCallback, useEffect, useRef, useState } from 'react';
import { attempt } from '../../api/attempt.ts';
import { reason } from '../../api/reason.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { failedAction } from '../../ui/updated-store.ts';
import { useCanPasskey } from './can-passkey.ts';
import { type PasskeyAnswer, type PasskeyState, startSessionByPasskey } from './passkey-actions.ts';
import { deviceProblem } from './passkey-failure.ts';
import styles from './passkey-sign-in.module.css';
import { texts } from './texts.ts';

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

/** Renews a challenge before it expires. */
const renewalMs = 4 * 60 * 1000;

/** Signs in after a click, or with a passkey that the browser offers in the name field. */
function usePasskeySignIn(onSignedIn: () => Promise<unknown>, isPossible: boolean) {
  const [problem, setProblem] = useState<string>();
  const [isPending, setPending] = useState(false);
  const trySignIn = useCallback(
    async (isOfferWanted?: () => boolean): Promise<PasskeyState> => {
      const answer = await requestPasskey(isOfferWanted);
      if ('problem' in answer) return { isSignedIn: false, problem: answer.problem };
      setPending(true);
      const state = await startSessionByPasskey(answer.answer).catch(async (cause) => ({
        isSignedIn: false,
        problem: (await failedAction(cause)) ?? texts.signIn.unreachable,
      }));
      setPending(false);
      if (state.isSignedIn) await onSignedIn();
      return state;
    },
    [onSignedIn],
  );
  // Only one passkey request can be open: a later request ends the earlier one. The request of the button has priority.
  const isRequesting = useRef(false);
  const isShown = useRef(false);
  const offer = useCallback(async () => {
    const { problem } = await trySignIn(() => isShown.current && !isRequesting.current);
    if (problem !== undefined) setProblem(problem);
  }, [trySignIn]);
  useEffect(() => {
    if (!isPossible) return undefined;
    isShown.current = true;
    void offer();
    const renewal = setInterval(() => void offer(), renewalMs);
    return () => {
      isShown.current = false;
      clearInterval(renewal);
      void cancel();
    };
  }, [isPossible, offer]);
  const signIn = async () => {
    if (isRequesting.current) return;
    isRequesting.current = true;
    setPending(true);
    setProblem(undefined);
    const { isSignedIn, problem } = await trySignIn();
    setProblem(problem);
    setPending(false);
    isRequesting.current = false;
    // A failed sign-in ends the offer in the name field, so the page starts a new one.
    if (!isSignedIn) void offer();
  };
  return { signIn, problem, isPending };
}

type PasskeyRequestOutcome = { answer: PasskeyAnswer } | { problem: string | undefined };

/** Requests a passkey from the browser: immediately, or, with `isOfferWanted`, as an offer in the name field. */
async function requestPasskey(isOfferWanted?: () => boolean): Promise<PasskeyRequestOutcome> {
  // Loaded only when needed: most people have no passkey, and some browsers do not support passkeys.
  const [{ browserClient }, { startAuthentication, browserSupportsWebAuthnAutofill }] = await Promise.all([
    import('../../api/browser-client.ts'),
    import('@simplewebauthn/browser'),
  ]);
  if (isOfferWanted && !(await browserSupportsWebAuthnAutofill())) return nothing;
  const answer = await attempt(() => browserClient.session.startPasskey.mutate());
  if (isOfferWanted && (answer.failure || !isOfferWanted())) return nothing;
  if (answer.failure) return { problem: reason(answer.failure) };
  const { ticket, options } = answer.value;
  return startAuthentication({ optionsJSON: options, useBrowserAutofill: isOfferWanted !== undefined }).then(
    (response: AuthenticationResponseJSON) => ({ answer: { ticket, response } }),
    (thrown) => (isOfferWanted ? nothing : { problem: deviceProblem(thrown) }),
  );
}

const nothing = { problem: undefined };

async function cancel() {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser');
  WebAuthnAbortService.cancelCeremony();
}
