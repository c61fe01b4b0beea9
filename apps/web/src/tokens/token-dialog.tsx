'use client';

import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import dialog from '../page/dialog.module.css';
import type { Asked, Made } from './asked.ts';
import { MakeToken } from './make-token.tsx';
import { RevokeToken } from './revoke-token.tsx';
import { RotateToken } from './rotate-token.tsx';
import { TokenValue } from './token-value.tsx';

/** Asks what is to be known before a token is made, rotated or revoked, and shows the value that came of it. */
export function TokenDialog({ asked, onClose }: { asked: Asked | undefined; onClose: () => void }) {
  const [answer, setAnswer] = useState<{ asked: Asked; made: Made }>();
  // While it closes it shows what it had.
  const [shown, setShown] = useState(asked);
  if (asked && asked !== shown) setShown(asked);
  // An answer may come after something else was asked.
  const made = answer?.asked === shown ? answer?.made : undefined;
  return (
    <Dialog.Root
      open={asked !== undefined}
      onOpenChange={(open) => open || onClose()}
      // What is shown once does not go by a touch beside it.
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
