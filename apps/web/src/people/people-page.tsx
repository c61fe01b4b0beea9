'use client';

import { Button } from '@base-ui/react/button';
import type { Failure } from '@plant-store/client';
import type { Invitation, Person } from '@plant-store/schema';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import buttons from '../page/button.module.css';
import { ListFailure } from '../page/list-failure.tsx';
import main from '../page/main.module.css';
import record from '../page/record.module.css';
import rows from '../page/rows.module.css';
import { failureIn, noAnswer } from '../store/attempt.ts';
import { InvitationItem } from './invitation-item.tsx';
import { InviteDialog, type Invited } from './invite-dialog.tsx';
import styles from './people-page.module.css';
import { everybody, openInvitations } from './people-queries.ts';
import { PersonItem } from './person-item.tsx';

type PeoplePageProps = {
  /** `undefined` when the server could not read them, for the reason in `failure`. */
  people: Person[] | undefined;
  invitations: Invitation[] | undefined;
  failure: Failure | undefined;
};

/** Who has an account, who is invited, and the way to invite somebody. */
export function PeoplePage({ people: firstPeople, invitations: firstInvitations, failure }: PeoplePageProps) {
  const people = useQuery(everybody(firstPeople));
  const invitations = useQuery(openInvitations(firstInvitations));
  const [invited, setInvited] = useState<Invited>();
  if (!people.data)
    return (
      <div className={main.sheet}>
        <ListFailure
          what="People"
          failure={people.error ? failureIn(people.error) : (failure ?? noAnswer)}
          retry={people.refetch}
          isRetrying={people.isFetching}
        />
      </div>
    );
  const open = invitations.data ?? [];
  const owners = people.data.filter(({ role, deactivatedAt }) => role === 'owner' && !deactivatedAt);
  return (
    <>
      <div className={styles.actions}>
        <Button className={buttons.primary} onClick={() => setInvited({ kind: 'somebody' })}>
          Invite somebody
        </Button>
      </div>
      <div className={main.sheet}>
        {people.data.length === 0 ? (
          <p className={rows.alone}>Nobody has an account yet. Sign out to create the owner account.</p>
        ) : (
          <ul className={rows.list} aria-label="People">
            {people.data.map((person) => (
              <PersonItem
                key={person.id}
                person={person}
                isOnlyOwner={owners.length === 1 && owners[0] === person}
                onNewPassword={() => setInvited({ kind: 'password', person })}
              />
            ))}
          </ul>
        )}
      </div>
      {open.length > 0 && (
        <section className={styles.open}>
          <h2 className={record.title}>Open links</h2>
          <div className={main.sheet}>
            <ul className={rows.list} aria-label="Open links">
              {open.map((invitation) => (
                <InvitationItem key={invitation.id} invitation={invitation} />
              ))}
            </ul>
          </div>
        </section>
      )}
      <InviteDialog invited={invited} onClose={() => setInvited(undefined)} />
    </>
  );
}
