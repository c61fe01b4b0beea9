import { Menu } from '@base-ui/react/menu';
import { type Person, roles } from '@plant-store/schema';
import { useRef } from 'react';
import { useSession } from '../../session/session-context.ts';
import buttons from '../../ui/buttons/button.module.css';
import { Chevron } from '../../ui/buttons/chevron.tsx';
import chip from '../../ui/buttons/chip.module.css';
import choice from '../../ui/fields/choice.module.css';
import table from '../../ui/tables/data-table.module.css';
import { Cell, columnsOf, Row } from '../../ui/tables/data-table.tsx';
import { Bdi } from '../../ui/text/bdi.tsx';
import { When } from '../../ui/text/when.tsx';
import styles from './person-row.module.css';
import { texts } from './texts.tsx';
import { usePeople } from './use-people.ts';

const { columns } = texts;

export const peopleColumns = columnsOf(columns, {
  name: 'name',
  email: 'text',
  role: 'text',
  signedIn: 'fact',
  state: 'fact',
  actions: 'actions',
});

type PersonRowProps = {
  person: Person;
  /** True for the only active owner: the store always keeps at least one owner. */
  isOnlyOwner: boolean;
  onNewPassword: () => void;
};

export function PersonRow(props: PersonRowProps) {
  const { id, name, email, userName, role, signedInAt, deactivatedAt } = props.person;
  const isSelf = useSession()?.id === id;
  return (
    <Row>
      <Cell kind="name">
        <Bdi text={name} />
        {isSelf && <span className={styles.self}> {texts.self}</span>}
      </Cell>
      <Cell kind="text">
        <Bdi text={email} />
        {userName !== undefined && (
          <>
            {' · '}
            <Bdi text={userName} />
          </>
        )}
      </Cell>
      <Cell kind="text">{texts.roles.names[role]}</Cell>
      <Cell kind="fact" folded={texts.columns.signedIn} at={signedInAt}>
        <span className={table.word}>{texts.neverSignedIn}</span>
      </Cell>
      <Cell kind="fact">
        {deactivatedAt ? (
          <span className={chip.chip} data-kind="problem">
            {texts.deactivated(<When at={deactivatedAt} />)}
          </span>
        ) : (
          texts.active
        )}
      </Cell>
      <Cell kind="actions">
        <PersonMenu {...props} />
      </Cell>
    </Row>
  );
}

const { menu } = texts;

/** The last action is set apart, as it removes the access. */
function PersonMenu({ person, isOnlyOwner, onNewPassword }: PersonRowProps) {
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
