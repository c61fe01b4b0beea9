import { Dialog } from '@base-ui/react/dialog';
import { isAllowed, type Scope } from '@plant-store/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import buttons from '../../../ui/buttons/button.module.css';
import form from '../../../ui/dialogs/dialog-form.module.css';
import { DialogWindow } from '../../../ui/dialogs/dialog-window.tsx';
import { CopyField } from '../../../ui/fields/copy-field.tsx';
import { Bdi } from '../../../ui/text/bdi.tsx';
import { texts } from '../texts.ts';
import { allTokens, type NewTokenValue, type TokenRequest } from '../token-queries.ts';
import styles from './token-dialog.module.css';
import { MakeToken, RevokeToken, RotateToken } from './token-forms.tsx';

type TokenDialogProps = { request: TokenRequest | undefined; onClose: () => void };

export function TokenDialog({ request, onClose }: TokenDialogProps) {
  const queries = useQueryClient();
  const refresh = () => void queries.invalidateQueries({ queryKey: allTokens().queryKey });
  const [answer, setAnswer] = useState<{ request: TokenRequest | undefined; made: NewTokenValue }>();
  // While the dialog closes, it still shows its token.
  const [shown, setShown] = useState(request);
  if (request && request !== shown) setShown(request);
  // Ignores an answer that comes after the dialog has changed to another token.
  const made = answer?.request === shown ? answer?.made : undefined;
  const onMade = (made: NewTokenValue) => {
    refresh();
    setAnswer({ request: shown, made });
  };
  const onRevoked = () => {
    refresh();
    onClose();
  };
  return (
    // The value is shown only once, so a click outside does not close the dialog with the value.
    <DialogWindow isOpen={request !== undefined} onClose={onClose} isFirm={made !== undefined}>
      {made && <TokenValue made={made} />}
      {!made && shown?.kind === 'new' && <MakeToken onMade={onMade} />}
      {!made && shown?.kind === 'rotate' && <RotateToken token={shown.token} onMade={onMade} />}
      {!made && shown?.kind === 'revoke' && <RevokeToken token={shown.token} onDone={onRevoked} />}
    </DialogWindow>
  );
}

function TokenValue({ made: { name, scopes, value = '' } }: { made: NewTokenValue }) {
  const curl = curlFor(value, scopes);
  return (
    <div className={form.form}>
      <Dialog.Title className={form.title}>{texts.made.title(<Bdi text={name} />)}</Dialog.Title>
      <Dialog.Description className={form.text}>{texts.made.text}</Dialog.Description>
      <CopyField label={texts.made.token} value={value} copy={texts.made.copy}>
        <Dialog.Close className={buttons.quiet}>{texts.made.done}</Dialog.Close>
      </CopyField>
      {curl && (
        <>
          <p className={form.text}>{texts.made.tryIt}</p>
          <pre className={styles.curl}>{curl}</pre>
        </>
      )}
    </div>
  );
}

/** A shell command that tries a token with these scopes; `undefined` if no such command exists. */
function curlFor(value: string, scopes: readonly Scope[]): string | undefined {
  const url = `${location.origin}/api/plants`;
  const asWhom = `curl -H "Authorization: Bearer ${value}"`;
  if (isAllowed(scopes, 'plants:read')) return `${asWhom} '${url}?limit=5'`;
  if (isAllowed(scopes, 'plants:write'))
    return `${asWhom} -H 'Content-Type: application/json' -d '{"id": 7, "name": "Monstera deliciosa"}' ${url}`;
  return undefined;
}
