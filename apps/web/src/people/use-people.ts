import type { Person, Role } from '@plant-store/schema';
import { useQueryClient } from '@tanstack/react-query';
import { isolated } from '../page/isolated.ts';
import { useSay } from '../page/toasts.tsx';
import { attempt } from '../store/attempt.ts';
import { browserClient } from '../store/browser-client.ts';
import { reason } from '../store/reason.ts';
import { useAttempt } from '../store/use-attempt.ts';
import { refreshPeople } from './people-queries.ts';
import { roleNames } from './role-text.ts';

/** What an owner can do with the account of somebody; each says what was done, with a way to undo it. */
export function usePeople() {
  const queries = useQueryClient();
  const say = useSay();
  const attemptSignedIn = useAttempt();
  async function act(
    what: string,
    ask: () => Promise<unknown>,
    done: string,
    undo?: () => void,
  ): Promise<boolean> {
    const outcome = await attemptSignedIn(() => attempt(ask));
    if ('failure' in outcome) say.problem(`${what} ${reason(outcome.failure)}`);
    else say.done(done, undo);
    await refreshPeople(queries);
    return 'value' in outcome;
  }
  const people = {
    setRole: ({ id, name, role: before }: Person, role: Role): Promise<boolean> =>
      act(
        `${isolated(name)} is still ${withArticle(before)}.`,
        () => browserClient.people.setRole.mutate({ id, role }),
        `${isolated(name)} is ${withArticle(role)} now`,
        () => void people.setRole({ id, name, role } as Person, before),
      ),
    deactivate: (person: Person): Promise<boolean> =>
      act(
        `${isolated(person.name)} was not deactivated.`,
        () => browserClient.people.deactivate.mutate({ id: person.id }),
        `${isolated(person.name)} is signed out everywhere, and let in no more`,
        () => void people.reactivate(person),
      ),
    reactivate: (person: Person): Promise<boolean> =>
      act(
        `${isolated(person.name)} was not let in again.`,
        () => browserClient.people.reactivate.mutate({ id: person.id }),
        `${isolated(person.name)} can sign in again`,
      ),
    takeBack: ({ id, note }: { id: string; note: string }): Promise<boolean> =>
      act(
        `The link for ${isolated(note)} still works.`,
        () => browserClient.invitations.remove.mutate({ id }),
        `The link for ${isolated(note)} works no more`,
      ),
  };
  return people;
}

const withArticle = (role: Role) => `${/^[aeiou]/.test(role) ? 'an' : 'a'} ${roleNames[role].toLowerCase()}`;
