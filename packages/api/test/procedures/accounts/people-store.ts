import { startStore } from '../../store.ts';
import { trpcClient } from '../../trpc/trpc-client.ts';

export const ann = {
  name: 'Ann Gardener',
  email: 'Ann@Example.com',
  userName: 'Ann',
  password: 'correct horse battery',
};
export const ben = { name: 'Ben', email: 'ben@example.com', password: 'a staple of the shed' };

/** The secret of a new session, begun with a password. */
export const sessionFor = async (url: string, login: string, password: string) =>
  (await trpcClient(url, {}).session.signIn.mutate({ login, password })).secret;

/** A client of a person who signs in. */
export const signIn = async (url: string, login: string, password: string) =>
  clientOf(url, await sessionFor(url, login, password));

/** A client with a session. */
export const clientOf = (url: string, secret: string) =>
  trpcClient(url, { cookie: `plant-store-session=${encodeURIComponent(secret)}` });

/** A store with an owner, Ann, who has signed in. */
export async function startWithOwner(settings?: Parameters<typeof startStore>[0]) {
  const store = await startStore(settings);
  await trpcClient(store.url, await store.tokenFor('admin')).people.createOwner.mutate(ann);
  const secret = await sessionFor(store.url, ann.email, ann.password);
  return { ...store, secret, owner: clientOf(store.url, secret) };
}

/** An account from an invitation, and a client of the invited person. */
export async function join(
  { url, owner }: Awaited<ReturnType<typeof startWithOwner>>,
  role: 'owner' | 'clerk' | 'viewer',
  person = ben,
) {
  const { code } = await owner.invitations.create.mutate({ role, note: person.name });
  const made = await trpcClient(url, {}).invitations.accept.mutate({ code, ...person });
  return { ...made, client: await signIn(url, person.email, person.password) };
}

/** The rejection of a client for this error of the store. */
export const refused = (error: number) => ({ data: { error } });
