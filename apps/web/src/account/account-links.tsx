import { Menu } from '@base-ui/react/menu';
import { isAllowed } from '@plant-store/schema';
import Link from 'next/link';
import { type ReactNode, type RefObject, useState } from 'react';
import choice from '../page/choice.module.css';
import { roleNames, roleRights } from '../people/role-text.ts';
import { rightsText } from '../session/rights-text.ts';
import type { Session } from '../session/session.ts';
import styles from './account-menu.module.css';
import { texts } from './texts.ts';

type AccountLinksProps = {
  session: Session | undefined;
  /** What stands in the button. */
  children: ReactNode;
  triggerClass: string;
  place: RefObject<HTMLElement | null>;
  onSignOut: () => void;
};

/** The menu of the account with its button. It comes open. */
export default function AccountLinks({
  session,
  children,
  triggerClass,
  place,
  onSignOut,
}: AccountLinksProps) {
  const [isOpen, setOpen] = useState(true);
  return (
    <Menu.Root open={isOpen} onOpenChange={setOpen}>
      <Menu.Trigger className={triggerClass}>{children}</Menu.Trigger>
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
              <Menu.Item className={choice.item} onClick={onSignOut}>
                {texts.menu.signOut}
              </Menu.Item>
            </Menu.Group>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

const rights = ({ kind, role, scopes }: Session) =>
  kind === 'person' && role
    ? texts.menu.roleRights(roleNames[role], roleRights[role].toLowerCase())
    : texts.menu.tokenRights(rightsText(scopes));
