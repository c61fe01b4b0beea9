import type { Invitation } from '@plant-store/schema';
import { useState } from 'react';
import { useLedFocus } from '../../ui/keyboard/led-focus.ts';
import { Cell, type Column, Row } from '../../ui/tables/data-table.tsx';
import { RowAction } from '../../ui/tables/row-action.tsx';
import { Bdi } from '../../ui/text/bdi.tsx';
import { When } from '../../ui/text/when.tsx';
import { texts } from './texts.tsx';
import { usePeople } from './use-people.ts';

const { links } = texts;

export const invitationColumns: readonly Column[] = [
  { name: links.columns.note, kind: 'name' },
  { name: links.columns.gives, kind: 'text' },
  { name: links.columns.by, kind: 'text' },
  { name: links.columns.until, kind: 'fact' },
  { name: links.columns.actions, kind: 'actions' },
];

/** A link that nobody has used yet. */
export function InvitationRow({ invitation, index }: { invitation: Invitation; index: number }) {
  const { note, role, personId, invitedBy, expiresAt } = invitation;
  const [isEnding, setEnding] = useState(false);
  const { takeBack } = usePeople();
  useLedFocus();
  const act = async () => {
    setEnding(true);
    await takeBack(invitation);
    setEnding(false);
  };
  return (
    <Row index={index}>
      <Cell kind="name">
        <Bdi text={note} />
      </Cell>
      <Cell kind="text">{personId ? links.newPassword : texts.roles.names[role]}</Cell>
      <Cell kind="text" folded={links.folded.by}>
        {invitedBy !== undefined && <Bdi text={invitedBy} />}
      </Cell>
      <Cell kind="fact" folded={links.folded.until}>
        <When at={expiresAt.toISOString()} />
      </Cell>
      <Cell kind="actions">
        <RowAction
          icon="remove"
          text={isEnding ? links.takingBack : links.takeBack}
          label={links.takeBackNamed(note)}
          isBusy={isEnding}
          onClick={act}
          isDestructive
        />
      </Cell>
    </Row>
  );
}
