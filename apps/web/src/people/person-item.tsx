import { Menu } from '@base-ui/react/menu';
import { type Person, roles } from '@plant-store/schema';
import { useRef } from 'react';
import { Bdi } from '../page/bdi.tsx';
import buttons from '../page/button.module.css';
import { Chevron } from '../page/chevron.tsx';
import choice from '../page/choice.module.css';
import rows from '../page/rows.module.css';
import { When } from '../page/when.tsx';
import { useSession } from '../session/may.tsx';
import styles from './person-item.module.css';
import { roleNames, roleRights } from './role-text.ts';
import { usePeople } from './use-people.ts';

type PersonItemProps = {
  person: Person;
  /** Whether nobody else is an owner who may sign in: the store does not let them be less. */
  isOnlyOwner: boolean;
  onNewPassword: () => void;
};

/** Somebody with an account, and what can be done about it. */
export function PersonItem(props: PersonItemProps) {
  const { person } = props;
  const { id, name, email, userName, role, signedInAt, deactivatedAt } = person;
  const isSelf = useSession()?.id === id;
  return (
    <li className={rows.item}>
      <div className={rows.what}>
        <p className={rows.name}>
          <Bdi text={name} />
          {isSelf && <span className={styles.self}> (you)</span>}
        </p>
        <p className={rows.note}>
          {roleNames[role]} · <Bdi text={email} />
          {userName !== undefined && (
            <>
              {' · '}
              <Bdi text={userName} />
            </>
          )}
        </p>
        <p className={rows.note}>
          {deactivatedAt ? (
            <>
              Deactivated on <When at={deactivatedAt.toISOString()} />
            </>
          ) : signedInAt ? (
            <>
              Signed in last on <When at={signedInAt.toISOString()} />
            </>
          ) : (
            'Has not signed in yet'
          )}
        </p>
      </div>
      <PersonMenu {...props} />
    </li>
  );
}

function PersonMenu({ person, isOnlyOwner, onNewPassword }: PersonItemProps) {
  const place = useRef<HTMLDivElement>(null);
  const { setRole, deactivate, reactivate } = usePeople();
  const others = isOnlyOwner ? [] : roles.filter((role) => role !== person.role);
  return (
    <div ref={place} className={styles.menu}>
      <Menu.Root>
        <Menu.Trigger className={buttons.quiet} aria-label={`Change the account of ${person.name}`}>
          Change
          <Chevron />
        </Menu.Trigger>
        <Menu.Portal container={place}>
          <Menu.Positioner align="end" sideOffset={6} className={choice.positioner}>
            <Menu.Popup className={choice.popup}>
              {person.deactivatedAt ? (
                <Menu.Item className={choice.item} onClick={() => void reactivate(person)}>
                  Let in again
                </Menu.Item>
              ) : (
                <>
                  {others.map((role) => (
                    <Menu.Item
                      key={role}
                      className={`${choice.item} ${styles.role}`}
                      onClick={() => void setRole(person, role)}
                    >
                      Make {roleNames[role].toLowerCase()}
                      <span className={styles.rights}>{roleRights[role]}</span>
                    </Menu.Item>
                  ))}
                  <Menu.Item className={choice.item} onClick={onNewPassword}>
                    Link for a new password…
                  </Menu.Item>
                  {isOnlyOwner ? (
                    <Menu.Item disabled className={choice.note}>
                      The store has no other owner. Make somebody else one before this account is changed.
                    </Menu.Item>
                  ) : (
                    <Menu.Item className={choice.item} onClick={() => void deactivate(person)}>
                      Deactivate
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
