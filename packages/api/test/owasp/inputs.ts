import { trpcClient } from '../trpc/trpc-client.ts';
import { passwordOf, type StoreWithCallers } from './callers.ts';

/** A valid input for each procedure, in a possible order. A new procedure must be added here. */
export async function inputsFor({
  url,
  token,
  person,
}: StoreWithCallers): Promise<Record<string, Record<string, unknown>>> {
  const admin = trpcClient(url, token.admin);
  const { receipt } = await admin.plants.createMany.mutate({ plants: [{ id: 1n, name: 'Moss' }] });
  const { code } = await admin.invitations.create.mutate({ role: 'viewer', note: 'Mallory' });
  const forPassword = await admin.invitations.createForPassword.mutate({ personId: person.viewer.id });
  const { invitation } = await admin.invitations.create.mutate({ role: 'clerk', note: 'Nobody' });
  const spare = await admin.tokens.create.mutate({ name: 'spare', scopes: ['imports'] });
  const webhook = await admin.webhooks.create.mutate({ url: 'https://other.example/plants' });
  const mallory = { name: 'Mallory', email: 'mallory@example.com', password: 'a password of mallory' };
  await admin.plants.create.mutate({ id: 2n, name: 'Ivy' });
  const { items } = await admin.activity.list.query({});
  const group = items[0];
  return {
    'session.signIn': { login: person.owner.email, password: passwordOf('owner') },
    'session.signInByPasskey': { ticket: 'x', response: used },
    'session.changePassword': { currentPassword: 'x', newPassword: 'another long password' },
    'passkeys.startAdding': { currentPassword: 'x' },
    'passkeys.add': { ticket: 'x', name: 'Phone', response: made },
    'passkeys.remove': { id: person.viewer.id },
    'people.createOwner': mallory,
    'people.createOwnerByLink': { code: 'x', ...mallory },
    'people.setRole': { id: person.clerk.id, role: 'viewer' },
    'people.deactivate': { id: person.clerk.id },
    'people.reactivate': { id: person.clerk.id },
    'invitations.create': { role: 'viewer', note: 'Niels' },
    'invitations.createForPassword': { personId: person.clerk.id },
    'invitations.find': { code },
    'invitations.accept': { code, ...mallory },
    'invitations.acceptPassword': { code: forPassword.code, password: 'another long password' },
    'invitations.remove': { id: invitation.id },
    'plants.create': { id: 7n, name: 'Fern' },
    'plants.replace': { id: 7n, name: 'Fern', tag: 'fern' },
    'plants.update': { id: 7n, tag: 'shade' },
    'plants.find': { id: 7n },
    'plants.get': { id: 7n },
    'plants.getMany': { ids: [7n] },
    'plants.history': { id: 7n },
    'plants.list': {},
    'plants.count': {},
    'plants.createMany': { plants: [{ id: 8n, name: 'Moss' }] },
    'plants.updateMany': { ids: [8n], tag: 'shade' },
    'plants.removeMany': { ids: [8n] },
    'plants.remove': { id: 7n },
    'events.list': {},
    'trash.list': {},
    'trash.restore': { id: 7n },
    'receipts.list': {},
    'receipts.get': { id: receipt },
    'receipts.undo': { id: receipt },
    'activity.list': {},
    'activity.get': { id: group?.id, isOfAdditions: true },
    'activity.listPlants': { id: group?.id, isOfAdditions: true },
    'activity.undoAdditions': { id: group?.id, last: group?.last },
    'activity.getUndo': { id: receipt },
    'audit.list': {},
    'statistics.get': {},
    'names.list': { q: 'f' },
    'tags.list': {},
    'tokens.list': {},
    'tokens.create': { name: 'till', scopes: ['plants:read'] },
    'tokens.rotate': { id: spare.id },
    'tokens.revoke': { id: spare.id },
    'webhooks.create': { url: 'https://shop.example/plants' },
    'webhooks.list': {},
    'webhooks.remove': { id: webhook.id },
  };
}

/** A browser's report of a passkey that does not exist. */
const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' };
const made = { ...credential, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } };
const used = {
  ...credential,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
};
