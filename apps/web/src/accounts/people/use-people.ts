import type { Invitation, Person, Role } from '@plant-store/schema';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { attempt } from '../../api/attempt.ts';
import { browserClient } from '../../api/browser-client.ts';
import { reason } from '../../api/reason.ts';
import { useAttempt } from '../../session/sign-in-again.ts';
import { isolated } from '../../ui/text/isolated.ts';
import { useToasts } from '../../ui/toasts/toasts.tsx';
import { texts } from './texts.tsx';

const { done } = texts;

export function usePeople() {
  const queries = useQueryClient();
  const toasts = useToasts();
  const attemptSignedIn = useAttempt();
  async function act(
    what: string,
    ask: () => Promise<unknown>,
    done: string,
    undo?: () => void,
  ): Promise<boolean> {
    const outcome = await attemptSignedIn(() => attempt(ask));
    if (outcome.failure) toasts.problem(`${what} ${reason(outcome.failure)}`);
    else toasts.done(done, undo);
    await refreshPeople(queries);
    return !outcome.failure;
  }
  const people = {
    setRole: ({ id, name, role: before }: Person, role: Role): Promise<boolean> =>
      act(
        done.roleFailed(isolated(name), before),
        () => browserClient.people.setRole.mutate({ id, role }),
        done.role(isolated(name), role),
        () => void people.setRole({ id, name, role } as Person, before),
      ),
    deactivate: (person: Person): Promise<boolean> =>
      act(
        done.deactivateFailed(isolated(person.name)),
        () => browserClient.people.deactivate.mutate({ id: person.id }),
        done.deactivated(isolated(person.name)),
        () => void people.reactivate(person),
      ),
    reactivate: (person: Person): Promise<boolean> =>
      act(
        done.reactivateFailed(isolated(person.name)),
        () => browserClient.people.reactivate.mutate({ id: person.id }),
        done.reactivated(isolated(person.name)),
      ),
    takeBack: ({ id, note }: { id: string; note: string }): Promise<boolean> =>
      act(
        done.takeBackFailed(isolated(note)),
        () => browserClient.invitations.remove.mutate({ id }),
        done.takenBack(isolated(note)),
      ),
  };
  return people;
}

export const allPeople = (first?: Person[]) => ({
  queryKey: ['people'],
  queryFn: ({ signal }: { signal: AbortSignal }) => browserClient.people.list.query(undefined, { signal }),
  ...(first && { initialData: first }),
});

export const openInvitations = (first?: Invitation[]) => ({
  queryKey: ['invitations'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    browserClient.invitations.list.query(undefined, { signal }),
  ...(first && { initialData: first }),
});

export const refreshPeople = (queries: QueryClient) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: ['people'] }),
    queries.invalidateQueries({ queryKey: ['invitations'] }),
  ]);
