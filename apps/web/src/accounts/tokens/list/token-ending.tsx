import type { Token } from '@plant-store/schema';
import table from '../../../ui/tables/data-table.module.css';
import { When } from '../../../ui/text/when.tsx';
import { texts } from '../texts.ts';
import { tokenState } from '../token-state.ts';
import styles from './token-row.module.css';

/** The time when a token expires or has ended. */
export function TokenEnding({ token }: { token: Token }) {
  const { expiresAt, revokedAt } = token;
  const state = tokenState(token);
  const at = revokedAt ?? expiresAt;
  if (!at) return <span className={table.word}>{texts.neverExpires}</span>;
  const when = <When at={at.toISOString()} />;
  if (state === 'in use') return when;
  return (
    <span className={state === 'ending' ? styles.soon : undefined}>
      <span className={table.word}>{words[state]}</span> {when}
    </span>
  );
}

const words = { ending: texts.soon, expired: texts.expired, revoked: texts.revoked };
