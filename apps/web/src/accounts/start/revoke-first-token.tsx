'use client';

import { useState } from 'react';
import { noAnswer } from '../../api/attempt.ts';
import { reason } from '../../api/reason.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Link } from '../../ui/link.tsx';
import { useActionForm } from '../../ui/use-action-form.ts';
import { type RevokeState, revokeFirstToken } from './first-token-actions.ts';
import styles from './reminder.module.css';
import { texts } from './texts.tsx';

/** Says that the first token still works, with a button that revokes it. After a click it names the next step. */
export function RevokeFirstToken({ isInUse, file }: { isInUse: boolean; file: string | undefined }) {
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
        <form {...formProps}>
          <Button type="submit" look="danger" disabled={isPending}>
            {texts.revoke}
          </Button>
        </form>
      )}
      {state.problem && (
        <p className={styles.problem} role="alert">
          {state.problem}
        </p>
      )}
    </aside>
  );
}
