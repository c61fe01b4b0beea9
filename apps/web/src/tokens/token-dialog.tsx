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
  const [made, setMade] = useState<Made>();
  return (
    <Dialog.Root
      open={asked !== undefined}
      onOpenChange={(open) => open || onClose()}
      onOpenChangeComplete={(open) => open || setMade(undefined)}
      // What is shown once does not go by a touch beside it.
      disablePointerDismissal={made !== undefined}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={dialog.popup}>
          {made ? (
            <TokenValue made={made} />
          ) : asked?.kind === 'new' ? (
            <MakeToken onMade={setMade} />
          ) : asked?.kind === 'rotate' ? (
            <RotateToken token={asked.token} onMade={setMade} />
          ) : (
            asked && <RevokeToken token={asked.token} onDone={onClose} />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
