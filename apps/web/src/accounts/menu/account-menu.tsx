'use client';

import { useRef } from 'react';
import { signOut } from '../../session/actions.ts';
import type { Session } from '../../session/session.ts';
import buttons from '../../ui/buttons/button.module.css';
import { Chevron } from '../../ui/buttons/chevron.tsx';
import { openerProps, useOnDemand } from '../../ui/dialogs/use-on-demand.ts';
import { Bdi } from '../../ui/text/bdi.tsx';
import hidden from '../../ui/text/visually-hidden.module.css';
import { useSignOut } from '../sign-out/use-sign-out.tsx';
import styles from './account-menu.module.css';
import { texts } from './texts.ts';

const loadLinks = () => import('./account-links.tsx');
const trigger = `${buttons.bare} ${styles.trigger}`;

export function AccountMenu({ session }: { session: Session | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  const { requestSignOut, dialog } = useSignOut(signOut, texts.signOut);
  const { Part: Links, open } = useOnDemand(loadLinks);
  const name = (
    <>
      {/* Visually hidden once the button shows the person's name. */}
      <span className={session && hidden.visuallyHidden}>{texts.account}</span>
      {session && <Bdi className={styles.name} text={session.name} />}
      <Chevron />
    </>
  );
  return (
    <div ref={place} className={styles.place}>
      {Links ? (
        <Links session={session} triggerClass={trigger} place={place} onSignOut={requestSignOut}>
          {name}
        </Links>
      ) : (
        <button
          className={trigger}
          aria-haspopup="menu"
          aria-expanded={false}
          {...openerProps(loadLinks, open)}
        >
          {name}
        </button>
      )}
      {dialog}
      <form action={signOut} className={styles.plain}>
        <button type="submit" className={buttons.quiet}>
          {texts.signOut}
        </button>
      </form>
    </div>
  );
}
