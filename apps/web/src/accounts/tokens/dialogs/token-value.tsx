import { Dialog } from '@base-ui/react/dialog';
import { isAllowed, type Scope } from '@plant-store/schema';
import buttons from '../../../ui/buttons/button.module.css';
import form from '../../../ui/dialogs/dialog-form.module.css';
import { CopyField } from '../../../ui/fields/copy-field.tsx';
import { Bdi } from '../../../ui/text/bdi.tsx';
import { texts } from '../texts.ts';
import type { NewTokenValue } from '../token-queries.ts';
import styles from './token-dialog.module.css';

export function TokenValue({ made: { name, scopes, value = '' } }: { made: NewTokenValue }) {
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
