import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogWindow } from '../../../ui/dialogs/dialog-window.tsx';
import { allTokens, type NewTokenValue, type TokenRequest } from '../token-queries.ts';
import { MakeToken } from './make-token.tsx';
import { RevokeToken } from './revoke-token.tsx';
import { RotateToken } from './rotate-token.tsx';
import { TokenValue } from './token-value.tsx';

export function TokenDialog({
  request,
  onClose,
}: {
  request: TokenRequest | undefined;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const refresh = () => void queries.invalidateQueries({ queryKey: allTokens().queryKey });
  const [answer, setAnswer] = useState<{ request: TokenRequest; made: NewTokenValue }>();
  // While the dialog closes, it still shows its token.
  const [shown, setShown] = useState(request);
  if (request && request !== shown) setShown(request);
  // Ignores an answer that comes after the dialog has changed to another token.
  const made = answer?.request === shown ? answer?.made : undefined;
  return (
    // The value is shown only once, so a click outside does not close the dialog with the value.
    <DialogWindow isOpen={request !== undefined} onClose={onClose} isFirm={made !== undefined}>
      {made ? (
        <TokenValue made={made} />
      ) : (
        shown && (
          <RequestForm
            request={shown}
            onMade={(made) => {
              refresh();
              setAnswer({ request: shown, made });
            }}
            onRevoked={() => {
              refresh();
              onClose();
            }}
          />
        )
      )}
    </DialogWindow>
  );
}

type RequestFormProps = {
  request: TokenRequest;
  onMade: (made: NewTokenValue) => void;
  onRevoked: () => void;
};

function RequestForm({ request, onMade, onRevoked }: RequestFormProps) {
  if (request.kind === 'new') return <MakeToken onMade={onMade} />;
  if (request.kind === 'rotate') return <RotateToken token={request.token} onMade={onMade} />;
  return <RevokeToken token={request.token} onDone={onRevoked} />;
}
