'use client';

import type { Invitation, Person } from '@plant-store/schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Outcome } from '../../api/attempt.ts';
import { QueryFailure } from '../../lists/list-failure.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import chip from '../../ui/buttons/chip.module.css';
import { useRestoreFocus } from '../../ui/keyboard/restore-focus.ts';
import { Notice } from '../../ui/layout/notice.tsx';
import { PageTitle } from '../../ui/layout/page-title.tsx';
import { Cell, DataTable, Row } from '../../ui/tables/data-table.tsx';
import { RowAction } from '../../ui/tables/row-action.tsx';
import { Bdi } from '../../ui/text/bdi.tsx';
import { When } from '../../ui/text/when.tsx';
import { InviteDialog, type Invited } from './invite-dialog.tsx';
import { PersonRow, peopleColumns } from './person-row.tsx';
import { texts } from './texts.tsx';
import { allPeople, openInvitations, usePeople } from './use-people.ts';

type FirstPeople = { people: Outcome<Person[]>; invitations: Outcome<Invitation[]> };

export function PeoplePage({ first }: { first: FirstPeople }) {
  const people = useQuery(allPeople(first.people.value));
  const invitations = useQuery(openInvitations(first.invitations.value));
  const [invited, setInvited] = useState<Invited>();
  if (!people.data)
    return (
      <>
        <PageTitle>{texts.title}</PageTitle>
        <QueryFailure what={texts.title} query={people} failure={first.people.failure} />
      </>
    );
  const open = invitations.data ?? [];
  const owners = people.data.filter(({ role, deactivatedAt }) => role === 'owner' && !deactivatedAt);
  return (
    <>
      <PageTitle
        action={
          <Button look="primary" onClick={() => setInvited({ kind: 'somebody' })}>
            {texts.invite.title}
          </Button>
        }
      >
        {texts.title}
      </PageTitle>
      {people.data.length === 0 && open.length === 0 ? (
        <Notice title={texts.empty.title}>{texts.empty.text}</Notice>
      ) : (
        <DataTable label={texts.title} columns={peopleColumns}>
          {people.data.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              isOnlyOwner={owners.length === 1 && owners[0] === person}
              onNewPassword={() => setInvited({ kind: 'password', person })}
            />
          ))}
          {open.map((invitation, index) => (
            <InvitationRow key={invitation.id} invitation={invitation} index={index} />
          ))}
        </DataTable>
      )}
      <InviteDialog invited={invited} onClose={() => setInvited(undefined)} />
    </>
  );
}

const { links } = texts;

/** An open link, as a row of the people: somebody who has no account yet, or no password. */
function InvitationRow({ invitation, index }: { invitation: Invitation; index: number }) {
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
