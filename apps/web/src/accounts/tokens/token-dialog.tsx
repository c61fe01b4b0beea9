'use client';

import { Dialog } from '@base-ui/react/dialog';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogPopup } from '../../ui/dialogs/dialog-popup.tsx';
import { MakeToken } from './make-token.tsx';
import { RevokeToken } from './revoke-token.tsx';
import { RotateToken } from './rotate-token.tsx';
import { allTokens } from './token-queries.ts';
import type { Asked, Made } from './token-request.ts';
import { TokenValue } from './token-value.tsx';

/** Asks for the details of a new token, a rotation or a revocation, and shows the new value. */
export function TokenDialog({ asked, onClose }: { asked: Asked | undefined; onClose: () => void }) {
  const queries = useQueryClient();
  const refresh = () => void queries.invalidateQueries({ queryKey: allTokens().queryKey });
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
      <DialogPopup>
        {made ? (
          <TokenValue made={made} />
        ) : (
          shown && (
            <Asking
              asked={shown}
              onMade={(made) => {
                refresh();
                setAnswer({ asked: shown, made });
              }}
              onRevoked={() => {
                refresh();
                onClose();
              }}
            />
          )
        )}
      </DialogPopup>
    </Dialog.Root>
  );
}

type AskingProps = { asked: Asked; onMade: (made: Made) => void; onRevoked: () => void };

function Asking({ asked, onMade, onRevoked }: AskingProps) {
  if (asked.kind === 'new') return <MakeToken onMade={onMade} />;
  if (asked.kind === 'rotate') return <RotateToken token={asked.token} onMade={onMade} />;
  return <RevokeToken token={asked.token} onDone={onRevoked} />;
}
