import { useTransition } from 'react';
import { isOffline } from '../../api/offline.ts';
import { lastOwner, rememberOwner } from '../../plants/queue/queue-owner.ts';
import { useQueue } from '../../plants/queue-ui/queue-provider.tsx';
import { useOnDemand } from '../../ui/dialogs/use-on-demand.ts';
import { useToasts } from '../../ui/toasts/toasts.tsx';
import { failedAction } from '../../ui/updated-store.ts';
import { texts } from './texts.ts';

const loadDialog = () => import('./sign-out-dialog.tsx');

/**
 * Returns `requestSignOut` and its dialog. `requestSignOut` calls `action`, which ends sessions and opens the sign-in
 * page. If plants wait, it opens the dialog first. The plants stay in the browser, visible only to their owner. If the
 * session may not have ended, the owner stays known, and a message says what to do.
 */
export function useSignOut(action: () => Promise<never>, label: string) {
  const toasts = useToasts();
  const { entries } = useQueue().state;
  const [isLeaving, start] = useTransition();
  const { Part: SignOutDialog, isOpen, open, close } = useOnDemand(loadDialog);
  const endSession = async () => {
    const owner = lastOwner();
    rememberOwner(undefined);
    try {
      await action();
    } catch (cause) {
      const address = redirectOf(cause);
      if (address !== '/sign-in') rememberOwner(owner);
      if (address !== undefined) throw cause;
      // Without a network, fetch throws a TypeError.
      const otherwise = cause instanceof TypeError ? texts.unreachable : texts.notConfirmed;
      toasts.problem((await failedAction(cause)) ?? otherwise);
    }
  };
  const requestSignOut = () => {
    if (isLeaving) return;
    if (isOffline()) toasts.problem(texts.unreachable);
    else if (entries.length > 0) void open();
    else start(endSession);
  };
  const dialog = isOpen && SignOutDialog && (
    <SignOutDialog label={label} onSignOut={() => start(endSession)} onClose={close} />
  );
  return { requestSignOut, isLeaving, dialog };
}

/** The address in the error by which Next reports a redirect, for example `NEXT_REDIRECT;push;/sign-in;307;`. */
const redirectOf = (cause: unknown) =>
  /^NEXT_REDIRECT;\w+;([^;]*)/.exec(String((cause as { digest?: unknown }).digest))?.[1];
