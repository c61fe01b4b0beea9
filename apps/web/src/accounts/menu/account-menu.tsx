'use client';

import { useRef, useState } from 'react';
import { isOffline } from '../../api/offline.ts';
import { useQueue } from '../../plants/queue-ui/queue-provider.tsx';
import { signOut } from '../../session/actions.ts';
import type { Session } from '../../session/session.ts';
import buttons from '../../ui/buttons/button.module.css';
import { Chevron } from '../../ui/buttons/chevron.tsx';
import { openerProps, useOnDemand } from '../../ui/dialogs/use-on-demand.ts';
import { balanced } from '../../ui/text/isolated.ts';
import hidden from '../../ui/text/visually-hidden.module.css';
import { texts } from '../own/texts.ts';
import styles from './account-menu.module.css';
import { useSignOut } from './use-sign-out.ts';

const loadLinks = () => import('./account-links.tsx');
const loadDialog = () => import('./sign-out-dialog.tsx');
const trigger = `${buttons.bare} ${styles.trigger}`;

/** The account menu: the person's name, links to pages, and Sign out. */
export function AccountMenu({ session }: { session: Session | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  const [isConfirming, setConfirming] = useState(false);
  const { entries } = useQueue().state;
  const signOutSafely = useSignOut();
  const { Part: Links, want } = useOnDemand(loadLinks);
  const { Part: SignOutDialog, want: wantDialog } = useOnDemand(loadDialog);
  const confirmOrSignOut = () =>
    void (entries.length > 0 && !isOffline() ? wantDialog(() => setConfirming(true)) : signOutSafely());
  const name = (
    <>
      {/* Visually hidden once the button shows the person's name. */}
      <span className={session && hidden.visuallyHidden}>{texts.menu.account}</span>
      {session && <bdi className={styles.name}>{balanced(session.name)}</bdi>}
      <Chevron />
    </>
  );
  return (
    <div ref={place}>
      {Links ? (
        <Links session={session} triggerClass={trigger} place={place} onSignOut={confirmOrSignOut}>
          {name}
        </Links>
      ) : (
        <button
          className={trigger}
          aria-haspopup="menu"
          aria-expanded={false}
          {...openerProps(loadLinks, want)}
        >
          {name}
        </button>
      )}
      {isConfirming && SignOutDialog && <SignOutDialog onClose={() => setConfirming(false)} />}
      <form action={signOut} className={styles.plain}>
        <button type="submit" className={buttons.quiet}>
          {texts.menu.signOut}
        </button>
      </form>
    </div>
  );
}
