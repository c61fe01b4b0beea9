import type { Person } from '@plant-store/schema';
import { useSession } from '../../session/session-context.tsx';
import chip from '../../ui/buttons/chip.module.css';
import table from '../../ui/tables/data-table.module.css';
import { Cell, columnsOf, Row } from '../../ui/tables/data-table.tsx';
import { Bdi } from '../../ui/text/bdi.tsx';
import { When } from '../../ui/text/when.tsx';
import { PersonMenu } from './person-menu.tsx';
import styles from './person-row.module.css';
import { texts } from './texts.tsx';

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
      <Cell kind="fact" folded={texts.folded.signedIn} at={signedInAt}>
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
