import { startTransition, useState } from 'react';
import { isOffline } from '../../api/offline.ts';
import { lastOwner, rememberOwner } from '../../plants/queue/queue-owner.ts';
import { useQueue } from '../../plants/queue-ui/queue-provider.tsx';
import { signOut } from '../../session/actions.ts';
import { useOnDemand } from '../../ui/dialogs/use-on-demand.ts';
import { useToasts } from '../../ui/toasts/toasts.tsx';
import { texts } from './texts.ts';

const loadDialog = () => import('./sign-out-dialog.tsx');

/**
 * Returns a function that ends sessions by `action`, and the dialog that it opens first if plants wait. Waiting plants
 * stay in the browser, visible only to their owner. If the store cannot be reached, the session stays open, and a
 * message says so.
 */
export function useSignOut(action: () => Promise<never> = signOut) {
  const toasts = useToasts();
  const { entries } = useQueue().state;
  const [isConfirming, setConfirming] = useState(false);
  const { Part: SignOutDialog, want } = useOnDemand(loadDialog);
  const endSession = async () => {
    const owner = lastOwner();
    rememberOwner(undefined);
    try {
      await action();
    } catch (cause) {
      if (!(cause instanceof TypeError)) throw cause;
      // Without a network, fetch throws a TypeError.
      rememberOwner(owner);
      toasts.problem(texts.unreachable);
    }
  };
  const requestSignOut = () => {
    if (isOffline()) toasts.problem(texts.unreachable);
    else if (entries.length > 0) void want(() => setConfirming(true));
    else startTransition(endSession);
  };
  const dialog = isConfirming && SignOutDialog && (
    <SignOutDialog onSignOut={() => startTransition(endSession)} onClose={() => setConfirming(false)} />
  );
  return { requestSignOut, dialog };
}
