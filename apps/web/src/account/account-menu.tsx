'use client';

import { useRef, useState } from 'react';
import buttons from '../page/button.module.css';
import { Chevron } from '../page/chevron.tsx';
import { balanced } from '../page/isolated.ts';
import unseen from '../page/unseen.module.css';
import { opens, useOnDemand } from '../page/use-on-demand.ts';
import { useLeaveStore } from '../queue/leave-store.ts';
import { useQueue } from '../queue/queue-provider.tsx';
import { signOut } from '../session/actions.ts';
import type { Session } from '../session/session.ts';
import { isOffline } from '../store/offline.ts';
import styles from './account-menu.module.css';
import { texts } from './texts.ts';

const loadLinks = () => import('./account-links.tsx');
const loadDialog = () => import('../queue/sign-out-dialog.tsx');
const trigger = `${buttons.bare} ${styles.trigger}`;

/** The menu of the account: the person, pages, and Sign out. */
export function AccountMenu({ session }: { session: Session | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  const [isAsking, setAsking] = useState(false);
  const { entries } = useQueue().state;
  const leaveStore = useLeaveStore();
  const { Part: Links, want } = useOnDemand(loadLinks);
  const { Part: SignOutDialog, want: wantDialog } = useOnDemand(loadDialog);
  const askOrLeave = () =>
    void (entries.length > 0 && !isOffline() ? wantDialog(() => setAsking(true)) : leaveStore());
  const name = (
    <>
      {/* The name of the person takes the place of this text. */}
      <span className={session && unseen.unseen}>{texts.menu.account}</span>
      {session && <bdi className={styles.name}>{balanced(session.name)}</bdi>}
      <Chevron />
    </>
  );
  return (
    <div ref={place} className={styles.menu}>
      {Links ? (
        <Links session={session} triggerClass={trigger} place={place} onSignOut={askOrLeave}>
          {name}
        </Links>
      ) : (
        <button className={trigger} aria-haspopup="menu" aria-expanded={false} {...opens(loadLinks, want)}>
          {name}
        </button>
      )}
      {isAsking && SignOutDialog && <SignOutDialog onClose={() => setAsking(false)} />}
      <form action={signOut} className={styles.plain}>
        <button type="submit" className={buttons.quiet}>
          {texts.menu.signOut}
        </button>
      </form>
    </div>
  );
}
