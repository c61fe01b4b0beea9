import type { Invitation, Person } from '@plant-store/schema';
import type { QueryClient } from '@tanstack/react-query';
import { browserClient } from '../../api/browser-client.ts';

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
