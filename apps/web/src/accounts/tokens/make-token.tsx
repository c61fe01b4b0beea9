'use client';

import { Dialog } from '@base-ui/react/dialog';
import { isAllowed, type Scope, scopes } from '@plant-store/schema';
import { type FormEvent, useState } from 'react';
import { browserClient } from '../../api/browser-client.ts';
import { sentence } from '../../api/sentence.ts';
import { useSession } from '../../session/may.tsx';
import { scopeTexts } from '../../session/rights-text.ts';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import form from '../../ui/dialogs/dialog-form.module.css';
import { TextField } from '../../ui/fields/text-field.tsx';
import type { Made } from './asked.ts';
import { texts } from './texts.tsx';
import { TokenDays } from './token-days.tsx';
import styles from './token-dialog.module.css';
import { useTokenRequest } from './use-token-request.ts';

/** Asks for the name, the scopes and the expiry of a new token. */
export function MakeToken({ onMade }: { onMade: (made: Made) => void }) {
  const { send, problemAt, problemBeside, isPending } = useTokenRequest(onMade);
  const [days, setDays] = useState<number | null>(90);
  const held = useSession()?.scopes;
  const offered = scopes.filter((scope) => held === undefined || isAllowed(held, scope));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const sent = new FormData(event.currentTarget);
    const wanted = { name: String(sent.get('name') ?? ''), scopes: sent.getAll('scope') as Scope[], days };
    void send(() => browserClient.tokens.create.mutate(wanted));
  };
  const atName = problemAt('/name');
  const atScopes = problemAt('/scopes');
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <Dialog.Title className={form.title}>{texts.make.title}</Dialog.Title>
      <Dialog.Description className={form.text}>{texts.make.text}</Dialog.Description>
      <TextField
        label={texts.make.name}
        name="name"
        problem={atName && sentence(atName, texts.make.theName)}
      />
      <fieldset className={styles.scopes}>
        <legend className={styles.label}>{texts.make.scopes}</legend>
        {offered.map((scope) => (
          <label key={scope} className={styles.option}>
            <input type="checkbox" name="scope" value={scope} defaultChecked={scope === 'plants:read'} />
            <span>
              {scopeTexts[scope]} <code className={styles.scope}>{scope}</code>
            </span>
          </label>
        ))}
        {atScopes && (
          <p className={form.problem} role="alert">
            {texts.make.noScope}
          </p>
        )}
      </fieldset>
      <TokenDays days={days} onChange={setDays} />
      <DialogActions
        act={texts.make.act}
        acting={texts.make.acting}
        isActing={isPending}
        problem={problemBeside('/name', '/scopes')}
      />
    </form>
  );
}
