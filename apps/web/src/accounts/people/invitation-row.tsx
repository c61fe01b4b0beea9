import type { Invitation } from '@plant-store/schema';
import { useMutation } from '@tanstack/react-query';
import { useRestoreFocus } from '../../ui/keyboard/restore-focus.ts';
import { Cell, columnsOf, Row } from '../../ui/tables/data-table.tsx';
import { RowAction } from '../../ui/tables/row-action.tsx';
import { texts } from './texts.tsx';
import { usePeople } from './use-people.ts';

const { links } = texts;

export const invitationColumns = columnsOf(links.columns, {
  note: 'name',
  gives: 'text',
  by: 'text',
  until: 'fact',
  actions: 'actions',
});

export function InvitationRow({ invitation, index }: { invitation: Invitation; index: number }) {
  const { note, role, personId, invitedBy, expiresAt } = invitation;
  const { takeBack } = usePeople();
  useRestoreFocus();
  const { mutate, isPending } = useMutation({ mutationFn: () => takeBack(invitation) });
  return (
    <Row index={index}>
      <Cell kind="name" text={note} />
      <Cell kind="text">{personId ? links.newPassword : texts.roles.names[role]}</Cell>
      <Cell kind="text" folded={links.folded.by} text={invitedBy} />
      <Cell kind="fact" folded={links.folded.until} at={expiresAt} />
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
