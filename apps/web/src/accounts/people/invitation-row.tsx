import type { Invitation } from '@plant-store/schema';
import { useMutation } from '@tanstack/react-query';
import { useRestoreFocus } from '../../ui/keyboard/restore-focus.ts';
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

export function InvitationRow({ invitation, index }: { invitation: Invitation; index: number }) {
  const { note, role, personId, invitedBy, expiresAt } = invitation;
  const { takeBack } = usePeople();
  useRestoreFocus();
  const { mutate, isPending } = useMutation({ mutationFn: () => takeBack(invitation) });
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
          icon="close"
          text={isPending ? links.takingBack : links.takeBack}
          label={links.takeBackNamed(note)}
          isBusy={isPending}
          onClick={() => mutate()}
          isDestructive
        />
      </Cell>
    </Row>
  );
}
