'use client';

import { useRef, useState } from 'react';
import { isOffline } from '../../api/offline.ts';
import { useQueue } from '../../plants/waiting/queue-provider.tsx';
import { signOut } from '../../session/actions.ts';
import type { Session } from '../../session/session.ts';
import buttons from '../../ui/buttons/button.module.css';
import { Chevron } from '../../ui/buttons/chevron.tsx';
import { opens, useOnDemand } from '../../ui/dialogs/use-on-demand.ts';
import { balanced } from '../../ui/text/isolated.ts';
import hidden from '../../ui/text/visually-hidden.module.css';
import styles from './account-menu.module.css';
import { texts } from './texts.ts';
import { useSignOut } from './use-sign-out.ts';

const loadLinks = () => import('./account-links.tsx');
const loadDialog = () => import('./sign-out-dialog.tsx');
const trigger = `${buttons.bare} ${styles.trigger}`;

/** The menu of the account: the person, pages, and Sign out. */
export function AccountMenu({ session }: { session: Session | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  const [isAsking, setAsking] = useState(false);
  const { entries } = useQueue().state;
  const signOutSafely = useSignOut();
  const { Part: Links, want } = useOnDemand(loadLinks);
  const { Part: SignOutDialog, want: wantDialog } = useOnDemand(loadDialog);
  const askOrLeave = () =>
    void (entries.length > 0 && !isOffline() ? wantDialog(() => setAsking(true)) : signOutSafely());
  const name = (
    <>
      {/* The name of the person takes the place of this text. */}
      <span className={session && hidden.visuallyHidden}>{texts.menu.account}</span>
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
