'use client';

import type { Failure } from '@plant-store/client';
import type { Invitation, Person } from '@plant-store/schema';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureIn, noAnswer } from '../../api/attempt.ts';
import { ListFailure } from '../../lists/list-failure.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { Notice } from '../../ui/layout/notice.tsx';
import { PageTitle } from '../../ui/layout/page-title.tsx';
import { DataTable } from '../../ui/tables/data-table.tsx';
import { InvitationRow } from './invitation-row.tsx';
import { InviteDialog, type Invited } from './invite-dialog.tsx';
import { allPeople, openInvitations } from './people-queries.ts';
import { PersonRow, peopleColumns } from './person-row.tsx';
import { texts } from './texts.tsx';

type PeoplePageProps = {
  /** `undefined` if the server could not read the people; `failure` then has the reason. */
  people: Person[] | undefined;
  invitations: Invitation[] | undefined;
  failure: Failure | undefined;
};

export function PeoplePage({ people: firstPeople, invitations: firstInvitations, failure }: PeoplePageProps) {
  const people = useQuery(allPeople(firstPeople));
  const invitations = useQuery(openInvitations(firstInvitations));
  const [invited, setInvited] = useState<Invited>();
  if (!people.data)
    return (
      <>
        <PageTitle>{texts.title}</PageTitle>
        <ListFailure
          what={texts.title}
          failure={people.error ? failureIn(people.error) : (failure ?? noAnswer)}
          retry={people.refetch}
          isRetrying={people.isFetching}
        />
      </>
    );
  const open = invitations.data ?? [];
  const owners = people.data.filter(({ role, deactivatedAt }) => role === 'owner' && !deactivatedAt);
  return (
    <>
      <PageTitle
        action={
          <Button look="primary" onClick={() => setInvited({ kind: 'somebody' })}>
            {texts.invite.open}
          </Button>
        }
      >
        {texts.title}
      </PageTitle>
      {people.data.length === 0 && open.length === 0 ? (
        <Notice title={texts.empty.title}>{texts.empty.text}</Notice>
      ) : (
        <DataTable label={texts.table} columns={peopleColumns}>
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
