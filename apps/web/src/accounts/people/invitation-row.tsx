import type { Invitation } from '@plant-store/schema';
import { useMutation } from '@tanstack/react-query';
import chip from '../../ui/buttons/chip.module.css';
import { useRestoreFocus } from '../../ui/keyboard/restore-focus.ts';
import { Cell, Row } from '../../ui/tables/data-table.tsx';
import { RowAction } from '../../ui/tables/row-action.tsx';
import { Bdi } from '../../ui/text/bdi.tsx';
import { When } from '../../ui/text/when.tsx';
import { texts } from './texts.tsx';
import { usePeople } from './use-people.ts';

const { links } = texts;

/** An open link, as a row of the people: somebody who has no account yet, or no password. */
export function InvitationRow({ invitation, index }: { invitation: Invitation; index: number }) {
  const { note, role, personId, invitedBy, expiresAt } = invitation;
  const { takeBack } = usePeople();
  useRestoreFocus();
  const { mutate, isPending } = useMutation({ mutationFn: () => takeBack(invitation) });
  return (
    <Row index={index}>
      <Cell kind="name" text={note} />
      <Cell kind="text">{invitedBy !== undefined && links.invitedBy(<Bdi text={invitedBy} />)}</Cell>
      <Cell kind="text">{personId ? links.newPassword : texts.roles.names[role]}</Cell>
      <Cell kind="fact" />
      <Cell kind="fact">
        <span className={chip.chip} data-kind="soft">
          {links.open(<When at={expiresAt} />)}
        </span>
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
