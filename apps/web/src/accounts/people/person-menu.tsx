import { Menu } from '@base-ui/react/menu';
import { type Person, roles } from '@plant-store/schema';
import { useRef } from 'react';
import buttons from '../../ui/buttons/button.module.css';
import { Chevron } from '../../ui/buttons/chevron.tsx';
import choice from '../../ui/fields/choice.module.css';
import styles from './person-menu.module.css';
import { texts } from './texts.tsx';
import { usePeople } from './use-people.ts';

const { menu } = texts;

type PersonMenuProps = { person: Person; isOnlyOwner: boolean; onNewPassword: () => void };

/** The last action is set apart, as it removes the access. */
export function PersonMenu({ person, isOnlyOwner, onNewPassword }: PersonMenuProps) {
  const place = useRef<HTMLDivElement>(null);
  const { setRole, deactivate, reactivate } = usePeople();
  const others = isOnlyOwner ? [] : roles.filter((role) => role !== person.role);
  return (
    <div ref={place} className={styles.menu}>
      <Menu.Root>
        <Menu.Trigger className={buttons.bare} aria-label={menu.changeNamed(person.name)}>
          {menu.change}
          <Chevron />
        </Menu.Trigger>
        <Menu.Portal container={place}>
          <Menu.Positioner align="end" sideOffset={6} className={choice.positioner}>
            <Menu.Popup className={choice.popup}>
              {person.deactivatedAt ? (
                <Menu.Item className={choice.item} onClick={() => void reactivate(person)}>
                  {menu.reactivate}
                </Menu.Item>
              ) : (
                <>
                  {others.map((role) => (
                    <Menu.Item
                      key={role}
                      className={`${choice.item} ${styles.role}`}
                      onClick={() => void setRole(person, role)}
                    >
                      {menu.makeRole(role)}
                      <span className={styles.rights}>{texts.roles.rights[role]}</span>
                    </Menu.Item>
                  ))}
                  <Menu.Item className={choice.item} onClick={onNewPassword}>
                    {menu.password}
                  </Menu.Item>
                  {isOnlyOwner ? (
                    <Menu.Item disabled className={choice.note}>
                      {menu.onlyOwner}
                    </Menu.Item>
                  ) : (
                    <Menu.Item
                      className={`${choice.item} ${styles.deactivate}`}
                      onClick={() => void deactivate(person)}
                    >
                      {menu.deactivate}
                    </Menu.Item>
                  )}
                </>
              )}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </div>
  );
}
