'use client';

import { Bdi } from '../page/bdi.tsx';
import { When } from '../page/when.tsx';
import { tokenState } from '../tokens/token-state.ts';
import styles from './ending-banner.module.css';
import { useSession } from './may.tsx';

/** Says that the token one is signed in with ends soon, and what to do. */
export function EndingBanner() {
  const session = useSession();
  if (session?.kind !== 'token' || !session.expiresAt) return null;
  if (tokenState({ expiresAt: session.expiresAt, revokedAt: null }) !== 'ending') return null;
  return (
    <p className={styles.banner} role="status">
      The access token <Bdi text={session.name} /> ends on <When at={session.expiresAt.toISOString()} />. Ask
      an owner of the store for a new one, or for an account of your own.
    </p>
  );
}
