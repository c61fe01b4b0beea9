import type { Token } from '@plant-store/schema';
import { When } from '../page/when.tsx';
import { texts } from './texts.tsx';
import styles from './token-row.module.css';
import { tokenState } from './token-state.ts';

/** When a token expires, or when it ended. */
export function TokenEnding({ token }: { token: Token }) {
  const { expiresAt, revokedAt } = token;
  if (revokedAt) return texts.revoked(<When at={revokedAt.toISOString()} />);
  if (!expiresAt) return texts.neverExpires;
  const when = <When at={expiresAt.toISOString()} />;
  const state = tokenState(token);
  if (state === 'expired') return texts.expired(when);
  return state === 'ending' ? <strong className={styles.soon}>{texts.soon(when)}</strong> : when;
}
