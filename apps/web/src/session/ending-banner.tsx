'use client';

import { Bdi } from '../page/bdi.tsx';
import { When } from '../page/when.tsx';
import { tokenState } from '../tokens/token-state.ts';
import styles from './ending-banner.module.css';
import { useSession } from './may.tsx';
import { texts } from './texts.ts';

/** Warns that the user's token expires soon, with advice. */
export function EndingBanner() {
  const session = useSession();
  if (session?.kind !== 'token' || !session.expiresAt) return null;
  if (tokenState({ expiresAt: session.expiresAt, revokedAt: null }) !== 'ending') return null;
  return (
    <p className={styles.banner} role="status">
      {texts.banner.start}
      <Bdi text={session.name} />
      {texts.banner.middle}
      <When at={session.expiresAt.toISOString()} />
      {texts.banner.end}
    </p>
  );
}
