'use client';

import { useSession } from '../../session/session-context.ts';
import { Bdi } from '../../ui/text/bdi.tsx';
import { When } from '../../ui/text/when.tsx';
import { texts } from './banner-texts.ts';
import styles from './ending-banner.module.css';
import { tokenState } from './token-state.ts';

export function EndingBanner() {
  const session = useSession();
  if (session?.kind !== 'token' || !session.expiresAt) return null;
  if (tokenState({ expiresAt: session.expiresAt, revokedAt: null }) !== 'ending') return null;
  return (
    <p className={styles.banner} role="status">
      {texts.banner(<Bdi text={session.name} />, <When at={session.expiresAt} />)}
    </p>
  );
}
