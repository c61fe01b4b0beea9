'use client';

import { useState } from 'react';
import { noAnswer } from '../../api/attempt.ts';
import { reason } from '../../api/reason.ts';
import buttons from '../../ui/buttons/button.module.css';
import { Button } from '../../ui/buttons/button.tsx';
import { Link } from '../../ui/link.tsx';
import { When } from '../../ui/text/when.tsx';
import { useActionForm } from '../../ui/use-action-form.ts';
import { texts as tokenTexts } from '../tokens/banner-texts.ts';
import { type RevokeState, revokeFirstToken } from './first-token-actions.ts';
import styles from './reminder.module.css';
import { texts } from './texts.tsx';

type RevokeFirstTokenProps = {
  isInUse: boolean;
  lastUsedAt: Date | null | undefined;
  file: string | undefined;
};

const { revocation } = tokenTexts;

/** Says that the first token still works, and revokes it after a question. Then it names the next step. */
export function RevokeFirstToken({ isInUse, lastUsedAt, file }: RevokeFirstTokenProps) {
  // A revoked token has no file for the server.
  const [shownFile] = useState(file);
  const { state, isPending, formProps } = useActionForm<RevokeState>(
    revokeFirstToken,
    { isRevoked: false },
    (refusal) => ({ isRevoked: false, problem: texts.notRevoked(refusal ?? reason(noAnswer)) }),
  );
  if (!isInUse && !state.isRevoked) return null;
  const { title, works, revoked, tokens } = texts;
  return (
    <aside className={styles.reminder} aria-label={title}>
      <p role="status">{state.isRevoked ? revoked(shownFile) : works(shownFile)}</p>
      {state.isRevoked ? (
        <Link href="/tokens">{tokens}</Link>
      ) : (
        <details className={styles.question}>
          <summary className={buttons.danger}>{texts.revoke}</summary>
          <form {...formProps} className={styles.answer}>
            <p>
              {revocation.text}{' '}
              {lastUsedAt ? revocation.lastUsed(<When at={lastUsedAt} />) : revocation.neverUsed}
            </p>
            <Button type="submit" look="danger" disabled={isPending}>
              {isPending ? revocation.acting : revocation.act}
            </Button>
          </form>
        </details>
      )}
      {state.problem && (
        <p className={styles.problem} role="alert">
          {state.problem}
        </p>
      )}
    </aside>
  );
}
