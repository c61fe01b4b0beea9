'use client';

import { Menu } from '@base-ui/react/menu';
import type { Scope } from '@plant-store/schema';
import { startTransition, useRef } from 'react';
import buttons from '../page/button.module.css';
import { Chevron } from '../page/chevron.tsx';
import choice from '../page/choice.module.css';
import unseen from '../page/unseen.module.css';
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
          {/* Who is signed in says enough; where that is not known, this does. */}
          <span className={session && unseen.unseen}>Account</span>
          {session && <bdi className={styles.name}>{session.name}</bdi>}
          <Chevron />
        </Menu.Trigger>
        <Menu.Portal container={place}>
          <Menu.Positioner align="end" sideOffset={6} className={choice.positioner}>
            <Menu.Popup className={choice.popup}>
              <Menu.Group>
                {session && (
                  <Menu.GroupLabel className={styles.rights}>{rights(session.scopes)}</Menu.GroupLabel>
                )}
                <Menu.Item className={choice.item} onClick={() => startTransition(() => signOut())}>
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
