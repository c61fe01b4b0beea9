'use client';

import { Menu } from '@base-ui/react/menu';
import { isAllowed } from '@plant-store/schema';
import Link from 'next/link';
import { lazy, Suspense, useRef, useState } from 'react';
import buttons from '../page/button.module.css';
import { Chevron } from '../page/chevron.tsx';
import choice from '../page/choice.module.css';
import { balanced } from '../page/isolated.ts';
import unseen from '../page/unseen.module.css';
import { roleNames, roleRights } from '../people/role-text.ts';
import { useLeaveStore } from '../queue/leave-store.ts';
import { useQueue } from '../queue/queue-provider.tsx';
import { signOut } from '../session/actions.ts';
import { rightsText } from '../session/rights-text.ts';
import type { Session } from '../session/session.ts';
import { isOffline } from '../store/offline.ts';
import styles from './account-menu.module.css';
import { texts } from './texts.ts';

const SignOutDialog = lazy(() => import('../queue/sign-out-dialog.tsx'));

/** Who is signed in, and the way out. */
export function AccountMenu({ session }: { session: Session | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  const [isAsking, setAsking] = useState(false);
  const { entries } = useQueue().state;
  const leaveStore = useLeaveStore();
  const askOrLeave = () => (entries.length > 0 && !isOffline() ? setAsking(true) : leaveStore());
  return (
    <div ref={place} className={styles.menu}>
      <Menu.Root>
        <Menu.Trigger className={`${buttons.bare} ${styles.trigger}`}>
          {/* Who is signed in says enough; where that is not known, this does. */}
          <span className={session && unseen.unseen}>{texts.menu.account}</span>
          {session && <bdi className={styles.name}>{balanced(session.name)}</bdi>}
          <Chevron />
        </Menu.Trigger>
        <Menu.Portal container={place}>
          <Menu.Positioner align="end" sideOffset={6} className={choice.positioner}>
            <Menu.Popup className={choice.popup}>
              <Menu.Group>
                {session && <Menu.GroupLabel className={styles.rights}>{rights(session)}</Menu.GroupLabel>}
                <Menu.Item className={choice.item} render={<Link href="/account" prefetch={false} />}>
                  {texts.menu.yourAccount}
                </Menu.Item>
                {session && isAllowed(session.scopes, 'admin') && (
                  <Menu.Item className={choice.item} render={<Link href="/people" prefetch={false} />}>
                    {texts.menu.people}
                  </Menu.Item>
                )}
                {session && isAllowed(session.scopes, 'tokens') && (
                  <Menu.Item className={choice.item} render={<Link href="/tokens" prefetch={false} />}>
                    {texts.menu.accessTokens}
                  </Menu.Item>
                )}
                {session && isAllowed(session.scopes, 'admin') && (
                  <Menu.Item className={choice.item} render={<Link href="/audit" prefetch={false} />}>
                    {texts.menu.auditLog}
                  </Menu.Item>
                )}
                <Menu.Item className={choice.item} onClick={askOrLeave}>
                  {texts.menu.signOut}
                </Menu.Item>
              </Menu.Group>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {isAsking && (
        <Suspense>
          <SignOutDialog onClose={() => setAsking(false)} />
        </Suspense>
      )}
      <form action={signOut} className={styles.plain}>
        <button type="submit" className={buttons.quiet}>
          {texts.menu.signOut}
        </button>
      </form>
    </div>
  );
}

const rights = ({ kind, role, scopes }: Session) =>
  kind === 'person' && role
    ? texts.menu.roleRights(roleNames[role], roleRights[role].toLowerCase())
    : texts.menu.tokenRights(rightsText(scopes));
