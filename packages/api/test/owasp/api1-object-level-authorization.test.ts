// API1:2023 Broken Object Level Authorization.
import type { Scope } from '@plant-store/schema';
import { expect, test } from 'vitest';
import { procedures } from '../../src/procedures/router.ts';
import { startStore } from '../store.ts';
import { trpcClient } from '../trpc/trpc-client.ts';
import {
  type Answer,
  ask,
  type Credentials,
  callProcedure,
  cookieOf,
  passwordOf,
  type StoreWithCallers,
  signIn,
  startWithCallers,
} from './callers.ts';

/**
 * The owner of the object that a procedure names. All callers with the scope share the plants, with their history,
 * trash and receipts. A new procedure that names an object must be added here.
 */
const objects: Record<string, 'store' | 'owners' | 'oneself' | 'who may do as much' | 'who has the code'> = {
  'activity.get': 'store',
  'activity.getUndo': 'store',
  'activity.listPlants': 'store',
  'activity.undoAdditions': 'store',
  'invitations.accept': 'who has the code',
  'invitations.acceptPassword': 'who has the code',
  'invitations.createForPassword': 'owners',
  'invitations.find': 'who has the code',
  'invitations.remove': 'owners',
  'passkeys.remove': 'oneself',
  'people.createOwnerByLink': 'who has the code',
  'people.deactivate': 'owners',
  'people.reactivate': 'owners',
  'people.setRole': 'owners',
  'plants.create': 'store',
  'plants.find': 'store',
  'plants.get': 'store',
  'plants.getMany': 'store',
  'plants.history': 'store',
  'plants.remove': 'store',
  'plants.removeMany': 'store',
  'plants.replace': 'store',
  'plants.update': 'store',
  'plants.updateMany': 'store',
  'receipts.get': 'store',
  'receipts.undo': 'store',
  'tokens.revoke': 'who may do as much',
  'tokens.rotate': 'who may do as much',
  'trash.restore': 'store',
  'webhooks.remove': 'store',
};

test('this test lists the owner of the object of every procedure', () => {
  const naming = Object.entries(procedures).filter(([, { _def }]) => {
    const [input] = (_def as unknown as { inputs: { shape?: object }[] }).inputs;
    return Object.keys(input?.shape ?? {}).some((key) => /^(id|ids|code)$|Id$/.test(key));
  });
  expect(Object.keys(objects).sort()).toEqual(naming.map(([path]) => path).sort());
});

test("the id of another person's object gives no access, and does not reveal that the object exists", async () => {
  const store = await startWithCallers();
  await ownersAlone(store);
  await othersTokens(store);
  await othersPasskeys(store);
  await othersSessions(store);
  await codesAlone(store);
});

const passkey = '11111111-1111-4111-8111-111111111111';
const madeUp = '00000000-0000-4000-8000-000000000000';
const mutation = (path: string) => ({ path, type: 'mutation' });

/** People and invitations: only an owner can change them, for any id in the request. */
async function ownersAlone({ url, everybody, person, token }: StoreWithCallers) {
  const admin = trpcClient(url, token.admin);
  const { invitation } = await admin.invitations.create.mutate({ role: 'clerk', note: 'Dora' });
  const before = [await admin.people.list.query(), await admin.invitations.list.query()];
  const inputs = (id: string): Record<string, object> => ({
    'invitations.createForPassword': { personId: id },
    'invitations.remove': { id },
    'people.deactivate': { id },
    'people.reactivate': { id },
    'people.setRole': { id, role: 'owner' },
  });
  expect(Object.keys(inputs(madeUp)).sort()).toEqual(pathsOf('owners'));
  const others = everybody.filter(({ scopes }) => !scopes.includes('admin'));
  for (const path of pathsOf('owners'))
    await Promise.all(
      others.map(async ({ who, credentials }) => {
        const right = path === 'invitations.remove' ? invitation.id : person.owner.id;
        const [there, none] = await Promise.all(
          [right, madeUp].map((id) => callProcedure(url, mutation(path), credentials, inputs(id)[path])),
        );
        expect([who, path, there?.status]).toEqual([who, path, who === 'a stranger' ? 401 : 403]);
        expect(there?.text).toBe(none?.text);
      }),
    );
  expect([await admin.people.list.query(), await admin.invitations.list.query()]).toEqual(before);
}

/** Tokens: a caller who may create and revoke tokens cannot rotate or revoke a token with more scopes. */
async function othersTokens({ url, token }: StoreWithCallers) {
  const admin = trpcClient(url, token.admin);
  const { items: before } = await admin.tokens.list.query({});
  for (const { id, scopes } of before.filter(({ scopes }) => !scopes.includes('tokens')))
    for (const path of pathsOf('who may do as much')) {
      const answer = await callProcedure(url, mutation(path), token.tokens, { id });
      expect([path, scopes, answer.status]).toEqual([path, scopes, 403]);
    }
  const states = (tokens: typeof before) =>
    tokens.map(({ id, revokedAt, previousUntil }) => [id, revokedAt, previousUntil]);
  expect(states((await admin.tokens.list.query({})).items)).toEqual(states(before));
}

/** Passkeys: people see and remove only their own passkeys. */
async function othersPasskeys({ url, person, everybody, rows }: StoreWithCallers) {
  await rows(
    `INSERT INTO "passkeys" ("id", "person_id", "name", "origin", "credential_id", "public_key", "counter", "transports", "backup", "created_at")
     VALUES ('${passkey}', '${person.owner.id}', 'Phone', 'https://x', 'AA', 'AA', 0, '', 'none', 0)`,
  );
  for (const path of pathsOf('oneself'))
    for (const { credentials } of everybody.filter(({ who }) => who !== 'an owner'))
      await callProcedure(url, mutation(path), credentials, { id: passkey, personId: person.owner.id });
  const list = { path: 'passkeys.list', type: 'query' };
  expect((await callProcedure(url, list, person.viewer.cookie)).text).not.toContain('Phone');
  expect((await callProcedure(url, list, person.owner.cookie)).text).toContain('Phone');
}

/** Sessions: people end only their own sessions, for any session in the request. */
async function othersSessions({ url, person }: StoreWithCallers) {
  const mine = await signIn(url, person.viewer.email, passwordOf('viewer'));
  const victim = person.owner;
  const named = {
    id: victim.id,
    personId: victim.id,
    session: victim.cookie.cookie,
    secret: victim.cookie.cookie,
  };
  for (const path of ['session.end', 'session.endAll'])
    await callProcedure(url, mutation(path), path === 'session.end' ? mine : person.viewer.cookie, named);
  expect(await status(callProcedure(url, { path: 'session.get', type: 'query' }, victim.cookie))).toBe(200);
  // The sessions of these requests have ended.
  const own = () => status(callProcedure(url, { path: 'session.get', type: 'query' }, mine));
  await expect.poll(own).toBe(401);
  const change = {
    ...named,
    currentPassword: passwordOf('owner'),
    newPassword: 'a password of the attacker',
  };
  expect(
    await status(callProcedure(url, mutation('session.changePassword'), person.clerk.cookie, change)),
  ).toBe(400);
  await signIn(url, victim.email, passwordOf('owner'));
}

/** Invitations: public procedures require the code; the id in the list does not open an invitation. */
async function codesAlone({ url, token }: StoreWithCallers) {
  const { invitation } = await trpcClient(url, token.admin).invitations.create.mutate({
    role: 'owner',
    note: 'Eve',
  });
  const person = { name: 'Eve', email: 'eve@example.com', password: 'a password of the attacker' };
  for (const path of pathsOf('who has the code')) {
    const type = path === 'invitations.find' ? 'query' : 'mutation';
    for (const code of [invitation.id, madeUp, '', '%', 'null'])
      expect(await status(callProcedure(url, { path, type }, {}, { code, ...person }))).toBe(404);
  }
}

const pathsOf = (belongsTo: string) =>
  Object.keys(objects)
    .filter((path) => objects[path] === belongsTo)
    .sort();

const status = async (answer: Promise<Answer>) => (await answer).status;

test('an idempotency key belongs to its sender: another sender does not get the first answer', async () => {
  const { url, tokenFor } = await startStore();
  const bearer = async (...scopes: Scope[]): Promise<Credentials> => ({
    authorization: `Bearer ${await tokenFor(...scopes)}`,
    'content-type': 'application/json',
    'idempotency-key': 'shared',
  });
  const [mine, other] = [await bearer('plants:write'), await bearer('plants:write')];
  const body = '{"id":1,"name":"Fern"}';
  const first = await ask(`${url}/plants`, { method: 'POST', headers: mine, body });
  const second = await ask(`${url}/plants`, { method: 'POST', headers: other, body });
  const again = await ask(`${url}/plants`, { method: 'POST', headers: mine, body });
  expect([first.status, second.status, again.status]).toEqual([200, 400, 200]);
  expect(second.headers.get('idempotent-replayed')).toBeNull();
  expect(again.headers.get('idempotent-replayed')).toBe('true');
});

test('an import is undone only with plants:delete, and its file is read only with imports', async () => {
  const { url, tokenFor, send } = await startStore();
  const made = await send('/imports', {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: 'id,name\n1,Fern\n',
  });
  const { receipt, annotated } = (await made.json()) as { receipt: number; annotated: string };
  const clerk = { authorization: `Bearer ${await tokenFor('plants:read', 'plants:write')}` };
  expect(await status(ask(`${url}/receipts/${receipt}/undo`, { method: 'POST', headers: clerk }))).toBe(403);
  expect(await status(ask(url + annotated, { headers: clerk }))).toBe(403);
  expect((await ask(`${url}/plants/1`, { headers: clerk })).body).toEqual({ id: 1, name: 'Fern' });
  const other = await startStore();
  const session = await trpcClient(url, clerk).session.start.mutate();
  expect(await status(ask(`${other.url}/plants/1`, { headers: clerk }))).toBe(401);
  expect(await status(ask(`${other.url}/plants/1`, { headers: cookieOf(session.secret) }))).toBe(401);
});
