import { Menu } from '@base-ui/react/menu';
import { isAllowed, type Scope } from '@plant-store/schema';
import { type ReactNode, type RefObject, useState } from 'react';
import { rightsText } from '../../session/rights-text.ts';
import type { Session } from '../../session/session.ts';
import choice from '../../ui/fields/choice.module.css';
import { Link } from '../../ui/link.tsx';
import { texts as people } from '../people/texts.tsx';
import styles from './account-menu.module.css';
import { texts } from './texts.ts';

type LinksProps = {
  session: Session | undefined;
  children: ReactNode;
  triggerClass: string;
  place: RefObject<HTMLElement | null>;
  onSignOut: () => void;
};

export default function AccountLinks({ session, children, triggerClass, place, onSignOut }: LinksProps) {
  const [isOpen, setOpen] = useState(true);
  const may = (scope: Scope) => session !== undefined && isAllowed(session.scopes, scope);
  return (
    <Menu.Root open={isOpen} onOpenChange={setOpen}>
      <Menu.Trigger className={triggerClass}>{children}</Menu.Trigger>
      <Menu.Portal container={place}>
        <Menu.Positioner align="end" sideOffset={6} className={choice.positioner}>
          <Menu.Popup className={choice.popup}>
            <Menu.Group>
              {session && <Menu.GroupLabel className={styles.rights}>{rights(session)}</Menu.GroupLabel>}
              <MenuLink href="/account">{texts.yourAccount}</MenuLink>
              {may('admin') && <MenuLink href="/people">{texts.people}</MenuLink>}
              {may('tokens') && <MenuLink href="/tokens">{texts.accessTokens}</MenuLink>}
              {may('admin') && <MenuLink href="/audit">{texts.auditLog}</MenuLink>}
              <Menu.Item className={choice.item} onClick={onSignOut}>
                {texts.signOut}
              </Menu.Item>
            </Menu.Group>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

const MenuLink = ({ href, children }: { href: string; children: string }) => (
  <Menu.Item className={choice.item} render={<Link href={href} />}>
    {children}
  </Menu.Item>
);

const rights = ({ kind, role, scopes }: Session) =>
  kind === 'person' && role ? `${people.roles.nameWithRights(role)}.` : texts.tokenRights(rightsText(scopes));
