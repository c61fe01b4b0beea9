import { type Role, type Scope, scopes } from '@plant-store/schema';
import superjson from 'superjson';
import { startStore } from '../store.ts';
import { trpcClient } from '../trpc/trpc-client.ts';

/** The credentials in the headers of a request. */
export type Credentials = Record<string, string>;

export type Answer = { status: number; body: unknown; text: string; headers: Headers };

export const passwordOf = (role: Role) => `a long password of the ${role}`;

/** A running store with every kind of caller: a person in each role, and a token for each scope. */
export async function startWithCallers(settings?: Parameters<typeof startStore>[0]) {
  const store = await startStore(settings);
  const token = Object.fromEntries(
    await Promise.all(
      scopes.map(async (scope) => [scope, { authorization: `Bearer ${await store.tokenFor(scope)}` }]),
    ),
  ) as Record<Scope, { authorization: string }>;
  const person = await people(store.url, token.admin);
  const everybody: { who: string; credentials: Credentials; scopes: Scope[] }[] = [
    { who: 'a stranger', credentials: {}, scopes: [] },
    ...scopes.map((scope) => ({ who: `a token for ${scope}`, credentials: token[scope], scopes: [scope] })),
    { who: 'a viewer', credentials: person.viewer.cookie, scopes: ['plants:read'] },
    {
      who: 'a clerk',
      credentials: person.clerk.cookie,
      scopes: ['plants:read', 'plants:write', 'plants:delete', 'imports'],
    },
    { who: 'an owner', credentials: person.owner.cookie, scopes: ['admin'] },
  ];
  return { ...store, token, person, everybody };
}
export type StoreWithCallers = Awaited<ReturnType<typeof startWithCallers>>;

async function people(url: string, admin: Credentials) {
  const owner = { name: 'Olga', email: 'olga@example.com', password: passwordOf('owner') };
  const { id } = await trpcClient(url, admin).people.createOwner.mutate(owner);
  const join = async (role: Role, name: string) => {
    const { code } = await trpcClient(url, admin).invitations.create.mutate({ role, note: name });
    const email = `${name.toLowerCase()}@example.com`;
    const made = await trpcClient(url, {}).invitations.accept.mutate({
      code,
      name,
      email,
      password: passwordOf(role),
    });
    return { id: made.id, email, cookie: await signIn(url, email, passwordOf(role)) };
  };
  const [cookie, clerk, viewer] = await Promise.all([
    signIn(url, owner.email, owner.password),
    join('clerk', 'Carl'),
    join('viewer', 'Vera'),
  ]);
  return { owner: { id, email: owner.email, cookie }, clerk, viewer };
}

/** The cookie of a person who signs in, as a page of the store sends it. */
export async function signIn(url: string, login: string, password: string): Promise<Credentials> {
  const { secret } = await trpcClient(url, {}).session.signIn.mutate({ login, password });
  return cookieOf(secret);
}

export const cookieOf = (secret: string): Credentials => ({
  cookie: `plant-store-session=${encodeURIComponent(secret)}`,
  'sec-fetch-site': 'same-origin',
});

/** Sends a request unchanged. */
export async function ask(url: string, init: RequestInit & { headers?: Credentials } = {}): Promise<Answer> {
  const answer = await fetch(url, { redirect: 'manual', ...init });
  const text = await answer.text();
  return { status: answer.status, text, body: read(text), headers: answer.headers };
}

/** Calls a procedure without a client, with any input and credentials. */
export function callProcedure(
  url: string,
  { path, type }: { path: string; type: string },
  credentials: Credentials,
  input?: unknown,
): Promise<Answer> {
  const body = JSON.stringify(superjson.serialize(input));
  if (type === 'query')
    return ask(`${url}/trpc/${path}?input=${encodeURIComponent(body)}`, { headers: credentials });
  const headers = { ...credentials, 'content-type': 'application/json' };
  return ask(`${url}/trpc/${path}`, { method: 'POST', headers, body });
}

function read(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
