import { expect } from 'vitest';
import { ben } from '../../procedures/accounts/people-store.ts';
import { startStore } from '../../store.ts';
import { trpcClient } from '../../trpc/trpc-client.ts';
import { createAuthenticator, type Lies } from './authenticator.ts';

export const host = 'plants.example';
export const origin = `https://${host}`;
/** The cookie of a browser during a sign-in. */
export const browserCookie = (letter: string) => `__Host-plant-store-browser=${letter.repeat(43)}`;
export const ann = { name: 'Ann', email: 'ann@example.com', password: 'correct horse battery' };

let networks = 0;
/** Headers of a client in its own network, as all failures of a network share a limit. */
export const somewhere = () => ({
  'x-forwarded-host': host,
  'x-forwarded-proto': 'https',
  'x-forwarded-for': `10.${networks >> 8}.${networks++ & 255}.1`,
});

export type Client = ReturnType<typeof trpcClient>;
const as = (url: string, secret: string): Client =>
  trpcClient(url, { ...somewhere(), cookie: `__Host-plant-store-session=${encodeURIComponent(secret)}` });

/** A client in its own browser that is not signed in. */
export const visitor = (url: string, headers = {}): Client =>
  trpcClient(url, { ...somewhere(), cookie: browserCookie('b'), ...headers });

export async function signIn(url: string, { email, password }: typeof ann): Promise<Client> {
  const { secret } = await trpcClient(url, somewhere()).session.signIn.mutate({ login: email, password });
  return as(url, secret);
}

/** A store with an owner, who has one passkey. */
export async function startWithPasskey(parts: Parameters<typeof startStore>[0] = {}) {
  const store = await startStore(parts);
  await trpcClient(store.url, await store.tokenFor('admin')).people.createOwner.mutate(ann);
  const owner = await signIn(store.url, ann);
  const device = createAuthenticator(origin);
  const passkey = await add(owner, device);
  return { ...store, owner, device, passkey };
}

export type Device = ReturnType<typeof createAuthenticator>;

export async function add(
  client: Client,
  device: Device,
  { lies = {}, password = ann.password }: { lies?: Lies; password?: string } = {},
) {
  const { ticket, options } = await client.passkeys.startAdding.mutate({ currentPassword: password });
  return client.passkeys.add.mutate({ ticket, name: 'Phone', response: device.make(options, lies) });
}

/** Signs in with a passkey, from its own network. */
export async function enter(url: string, device: Device, lies: Lies = {}) {
  const client = visitor(url);
  const { ticket, options } = await client.session.startPasskey.mutate();
  const response = device.use(options, lies);
  const { secret } = await client.session.signInByPasskey.mutate({ ticket, response });
  return as(url, secret);
}

export async function join({ url, owner }: { url: string; owner: Client }) {
  const { code } = await owner.invitations.create.mutate({ role: 'clerk', note: ben.name });
  const { id } = await trpcClient(url, {}).invitations.accept.mutate({ code, ...ben });
  return { id, client: await signIn(url, ben) };
}

/** Expects each way to sign in to fail with the same answer. */
export async function expectRefusedAlike(ways: Record<string, () => Promise<unknown>>) {
  for (const [way, ask] of Object.entries(ways))
    expect(
      await ask().then(
        () => 'let in',
        ({ message, data }) => ({ message, data: { ...data } }),
      ),
      way,
    ).toMatchObject({
      message: 'this passkey is not valid here; try again, or sign in with your password',
      data: { error: 40105, httpStatus: 401, problems: [] },
    });
}
