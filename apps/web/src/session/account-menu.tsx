'use client';

import { Menu } from '@base-ui/react/menu';
import type { Scope } from '@plant-store/schema';
import { startTransition, useRef } from 'react';
import buttons from '../page/button.module.css';
import styles from './account-menu.module.css';
import { signOut } from './actions.ts';
import type { Session } from './session.ts';

/** Who is signed in, and the way out. */
export function AccountMenu({ session }: { session: Session | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place} className={styles.menu}>
      <Menu.Root>
        <Menu.Trigger className={`${buttons.bare} ${styles.trigger}`}>
          <span className={styles.account}>Account</span>
          {session && <bdi className={styles.name}>{session.name}</bdi>}
          <svg viewBox="0 0 12 12" className={styles.arrow} aria-hidden="true" focusable="false">
            <path d="m2.5 4.5 3.5 3.5 3.5-3.5" fill="none" stroke="currentColor" strokeWidth="1.6" />
          </svg>
        </Menu.Trigger>
        <Menu.Portal container={place}>
          <Menu.Positioner align="end" sideOffset={6} className={styles.positioner}>
            <Menu.Popup className={styles.popup}>
              <Menu.Group>
                {session && (
                  <Menu.GroupLabel className={styles.rights}>{rights(session.scopes)}</Menu.GroupLabel>
                )}
                <Menu.Item className={styles.item} onClick={() => startTransition(() => signOut())}>
                  Sign out
                </Menu.Item>
              </Menu.Group>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <form action={signOut} className={styles.plain}>
        <button type="submit" className={buttons.quiet}>
          Sign out
        </button>
      </form>
    </div>
  );
}

const words: Record<Scope, string> = {
  'plants:read': 'see plants',
  'plants:write': 'add and change them',
  'plants:delete': 'delete them',
  imports: 'import files',
  admin: 'do everything',
};

const list = new Intl.ListFormat('en');

const rights = (scopes: Scope[]) =>
  `This token may ${scopes.includes('admin') ? words.admin : list.format(scopes.map((scope) => words[scope]))}.`;
