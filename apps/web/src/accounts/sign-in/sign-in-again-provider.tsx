import { useRouter } from 'next/navigation';
import { type ReactNode, useCallback, useRef } from 'react';
import { attempt } from '../../api/attempt.ts';
import { browserClient } from '../../api/browser-client.ts';
import { tellSignedIn } from '../../plants/feed/feed-channel.ts';
import { useSession } from '../../session/session-context.ts';
import { SignInAgainContext } from '../../session/sign-in-again.ts';
import { useOnDemand } from '../../ui/dialogs/use-on-demand.ts';
import { isolated } from '../../ui/text/isolated.ts';
import { useToasts } from '../../ui/toasts/toasts.tsx';
import { texts } from './texts.ts';

const loadDialog = () => import('./sign-in-dialog.tsx');

/**
 * Offers a sign-in dialog when a session has ended, so that the page keeps typed text. An action does not continue if
 * another person has signed in: the history would name the wrong person.
 */
export function SignInAgainProvider({ children }: { children: ReactNode }) {
  const pending = useRef<PromiseWithResolvers<boolean>>(undefined);
  const before = useSession();
  const router = useRouter();
  const toasts = useToasts();
  const { Part: SignInDialog, isOpen, open, close } = useOnDemand(loadDialog);
  const openDialog = useCallback(() => {
    pending.current ??= Promise.withResolvers<boolean>();
    const { promise, resolve } = pending.current;
    void open().then((isThere) => {
      if (isThere) return;
      pending.current = undefined;
      resolve(false);
    });
    return promise;
  }, [open]);
  const isTheSame = async () => {
    if (before?.kind !== 'person') return true;
    const now = await attempt(() => browserClient.session.get.query());
    if (now.failure || now.value.id === before.id) return true;
    toasts.problem(texts.dialog.otherPerson(isolated(now.value.name), isolated(before.name)));
    router.refresh();
    return false;
  };
  const end = async (isSignedIn: boolean) => {
    close();
    const closed = pending.current;
    pending.current = undefined;
    if (isSignedIn) tellSignedIn();
    closed?.resolve(isSignedIn && (await isTheSame()));
  };
  return (
    <SignInAgainContext value={openDialog}>
      {children}
      {SignInDialog && <SignInDialog isOpen={isOpen} onClose={end} />}
    </SignInAgainContext>
  );
}
