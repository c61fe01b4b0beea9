'use client';

import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import dialog from '../../ui/dialogs/dialog.module.css';
import type { Asked, Made } from './asked.ts';
import { MakeToken } from './make-token.tsx';
import { RevokeToken } from './revoke-token.tsx';
import { RotateToken } from './rotate-token.tsx';
import { TokenValue } from './token-value.tsx';

/** Asks for the details of a new token, a rotation or a revocation, and shows the new value. */
export function TokenDialog({ asked, onClose }: { asked: Asked | undefined; onClose: () => void }) {
  const [answer, setAnswer] = useState<{ asked: Asked; made: Made }>();
  // A closing dialog still shows its token.
  const [shown, setShown] = useState(asked);
  if (asked && asked !== shown) setShown(asked);
  // An answer may come after the dialog has changed to another token.
  const made = answer?.asked === shown ? answer?.made : undefined;
  return (
    <Dialog.Root
      open={asked !== undefined}
      onOpenChange={(open) => open || onClose()}
      // A click outside does not close the dialog once it has the value, which is shown only once.
      disablePointerDismissal={made !== undefined}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={dialog.popup}>
          {made ? (
            <TokenValue made={made} />
          ) : (
            shown && (
              <Asking asked={shown} onMade={(made) => setAnswer({ asked: shown, made })} onClose={onClose} />
            )
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type AskingProps = { asked: Asked; onMade: (made: Made) => void; onClose: () => void };

function Asking({ asked, onMade, onClose }: AskingProps) {
  if (asked.kind === 'new') return <MakeToken onMade={onMade} />;
  if (asked.kind === 'rotate') return <RotateToken token={asked.token} onMade={onMade} />;
  return <RevokeToken token={asked.token} onDone={onClose} />;
}
