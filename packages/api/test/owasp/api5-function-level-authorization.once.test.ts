// API5:2023 Broken Function Level Authorization.
import { isAllowed, type Scope } from '@plant-store/schema';
import { expect, test } from 'vitest';
import { document } from '../../src/openapi/committed-document.ts';
import { procedures } from '../../src/procedures/router.ts';
import { ask, callProcedure, type StoreWithCallers, startWithCallers } from './callers.ts';

/**
 * The permissions for each procedure: a scope; `known`: any known caller; `open`: everybody. A new procedure must be
 * added here.
 */
const mayCall: Record<string, Scope | 'known' | 'open'> = {
  'audit.list': 'admin',
  'events.list': 'plants:read',
  'invitations.accept': 'open',
  'invitations.acceptPassword': 'open',
  'invitations.create': 'admin',
  'invitations.createForPassword': 'admin',
  'invitations.find': 'open',
  'invitations.list': 'admin',
  'invitations.remove': 'admin',
  'passkeys.add': 'known',
  'passkeys.list': 'known',
  'passkeys.remove': 'known',
  'passkeys.startAdding': 'known',
  'people.createOwner': 'admin',
  'people.createOwnerByLink': 'open',
  'people.deactivate': 'admin',
  'people.firstTokenFile': 'open',
  'people.hasOwner': 'open',
  'people.list': 'admin',
  'people.reactivate': 'admin',
  'people.setRole': 'admin',
  'plants.count': 'plants:read',
  'plants.create': 'plants:write',
  'plants.createMany': 'plants:write',
  'plants.find': 'plants:read',
  'plants.get': 'plants:read',
  'plants.getMany': 'plants:read',
  'plants.history': 'plants:read',
  'plants.list': 'plants:read',
  'plants.freeIds': 'plants:read',
  'plants.remove': 'plants:delete',
  'plants.removeMany': 'plants:delete',
  'plants.replace': 'plants:write',
  'plants.update': 'plants:write',
  'plants.updateMany': 'plants:write',
  'activity.get': 'plants:read',
  'activity.getUndo': 'plants:read',
  'activity.list': 'plants:read',
  'activity.listPlants': 'plants:read',
  'activity.undoAdditions': 'plants:write',
  'receipts.get': 'plants:read',
  'receipts.list': 'plants:read',
  'receipts.undo': 'plants:write',
  'session.changePassword': 'known',
  'session.end': 'known',
  'session.endAll': 'known',
  'session.get': 'known',
  'session.signIn': 'open',
  'session.signInByPasskey': 'open',
  'session.start': 'known',
  'session.startPasskey': 'open',
  'statistics.get': 'plants:read',
  'names.list': 'plants:read',
  'tags.list': 'plants:read',
  'tokens.create': 'tokens',
  'tokens.list': 'tokens',
  'tokens.revoke': 'tokens',
  'tokens.rotate': 'tokens',
  'trash.list': 'plants:read',
  'trash.restore': 'plants:write',
  'webhooks.create': 'admin',
  'webhooks.list': 'admin',
  'webhooks.remove': 'admin',
};

/** The permissions for each REST route. */
const mayAsk: Record<string, Scope> = {
  'GET /imports/{id}/annotated': 'imports',
  'POST /imports': 'imports',
  'GET /audit': 'admin',
  'GET /audit/export': 'admin',
  'GET /events': 'plants:read',
  'GET /metrics': 'plants:read',
  'DELETE /plants/{id}': 'plants:delete',
  'GET /plants': 'plants:read',
  'GET /plants/count': 'plants:read',
  'GET /plants/export': 'plants:read',
  'GET /plants/{id}': 'plants:read',
  'GET /plants/{id}/history': 'plants:read',
  'GET /receipts': 'plants:read',
  'GET /receipts/{id}': 'plants:read',
  'GET /statistics': 'plants:read',
  'GET /names': 'plants:read',
  'GET /tags': 'plants:read',
  'DELETE /tokens/{id}': 'tokens',
  'DELETE /webhooks/{id}': 'admin',
  'GET /tokens': 'tokens',
  'GET /trash': 'plants:read',
  'GET /webhooks': 'admin',
  'PATCH /plants/{id}': 'plants:write',
  'POST /plants': 'plants:write',
  'POST /plants/bulk': 'plants:write',
  'POST /plants/bulk/delete': 'plants:delete',
  'POST /plants/bulk/edit': 'plants:write',
  'POST /plants/{id}/restore': 'plants:write',
  'POST /tokens': 'tokens',
  'POST /tokens/{id}/rotate': 'tokens',
  'POST /receipts/{id}/undo': 'plants:write',
  'POST /webhooks': 'admin',
  'PUT /plants/{id}': 'plants:write',
};

test('this test lists the permissions of every procedure and every route', () => {
  expect(Object.keys(mayCall).sort()).toEqual(Object.keys(procedures).sort());
  const routes = Object.entries(document.paths ?? {}).flatMap(([path, operations]) =>
    Object.entries(operations ?? {})
      .filter(([, { security }]) => security === undefined)
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  expect(Object.keys(mayAsk).sort()).toEqual(routes.sort());
});

test('callers have exactly their permissions, over tRPC, over REST and in other spellings', async () => {
  const store = await startWithCallers();
  expect(await wrongCalls(store)).toEqual([]);
  expect(await wrongRoutes(store)).toEqual([]);
  expect(await waysAround(store)).toEqual([]);
  expect(await changesByGet(store)).toEqual([]);
});

/** Calls that succeeded without permission, or were refused despite it. */
async function wrongCalls({ url, everybody }: StoreWithCallers): Promise<string[]> {
  const seen: string[] = [];
  for (const caller of everybody)
    await Promise.all(
      Object.entries(mayCall).map(async ([path, needed]) => {
        const may = needed === 'open' || (!isStranger(caller) && (needed === 'known' || has(caller, needed)));
        // The first call is refused for a session; the others would end the caller's session.
        if (may && ['session.start', 'session.end', 'session.endAll'].includes(path)) return;
        const { status } = await callProcedure(url, { path, type: typeOf(path) }, caller.credentials, null);
        const isRight = may ? !isRefusal(status) : status === (isStranger(caller) ? 401 : 403);
        if (!isRight) seen.push(`${caller.who} calls ${path}: ${status}`);
      }),
    );
  return seen;
}

/** Requests to routes that succeeded without permission, or were refused despite it. */
async function wrongRoutes({ url, everybody }: StoreWithCallers): Promise<string[]> {
  const seen: string[] = [];
  for (const caller of everybody)
    await Promise.all(
      Object.entries(mayAsk).map(async ([route, needed]) => {
        const [method = '', path = ''] = route.split(' ');
        const body = method === 'GET' ? {} : { body: 'null' };
        const headers = { ...caller.credentials, 'content-type': 'application/json' };
        const { status } = await ask(url + path.replace('{id}', '404404'), { method, headers, ...body });
        const isRight = has(caller, needed)
          ? !isRefusal(status)
          : status === (isStranger(caller) ? 401 : 403);
        if (!isRight) seen.push(`${caller.who} asks for ${route}: ${status}`);
      }),
    );
  return seen;
}

/** Spellings of an address, a batch or a method with which a viewer reached an owner's procedure. */
async function waysAround({ url, person }: StoreWithCallers): Promise<string[]> {
  const headers = person.viewer.cookie;
  const batch = `batch=1&input=${encodeURIComponent('{"0":{"json":{}}}')}`;
  const both = await ask(`${url}/trpc/plants.count,people.list?${batch}`, { headers });
  expect(both.body).toMatchObject([
    { result: { data: {} } },
    { error: { json: { data: { error: 40300 } } } },
  ]);
  const answers = await Promise.all(
    ways.map(async (way) => ({ way, ...(await ask(url + way, { headers })) })),
  );
  const overridden = await Promise.all(
    ['x-http-method-override', 'x-method-override', 'x-original-url', 'x-rewrite-url'].map(async (name) => {
      const override = { [name]: name.endsWith('url') ? '/trpc/people.list' : 'POST' };
      return {
        way: name,
        ...(await ask(`${url}/trpc/people.list`, { headers: { ...headers, ...override } })),
      };
    }),
  );
  return [...answers, ...overridden]
    .filter(({ status, text }) => ![400, 403, 404].includes(status) || text.includes('@example.com'))
    .map(({ way, status }) => `${way}: ${status}`);
}

const ways = [
  '/trpc/People.list',
  '/trpc/people.list/',
  '/trpc//people.list',
  '/TRPC/people.list',
  '/trpc/people%2Elist',
  '/trpc/people%2elist%00',
  '/trpc/people.list?role=owner&scopes=admin',
  '/trpc/plants.list/../people.list',
  '/trpc/plants.list%2F..%2Fpeople.list',
  '/docs/..%2ftrpc/people.list',
  '/docs/%2e%2e/trpc/people.list',
  '/healthz/..;/trpc/people.list',
  '/trpc/people.list;.css',
  '/trpc/people.list%3f.css',
  '/trpc/__proto__.list',
  '/trpc/constructor',
  '/trpc/people.__proto__',
];

/** Writing procedures that answer a GET, which a link on another site could send for an owner. */
async function changesByGet({ url, person }: StoreWithCallers): Promise<string[]> {
  const changing = Object.keys(procedures).filter((path) => typeOf(path) === 'mutation');
  const input = encodeURIComponent('{"json":{}}');
  const asked = await Promise.all(
    changing.map(async (path) => {
      const { status } = await ask(`${url}/trpc/${path}?input=${input}`, { headers: person.owner.cookie });
      return `${path}: ${status}`;
    }),
  );
  return asked.filter((answer) => !answer.endsWith(': 405'));
}

const typeOf = (path: string) => (procedures[path]?._def as { type?: string } | undefined)?.type ?? '';

const isRefusal = (status: number) => status === 401 || status === 403;

type Caller = StoreWithCallers['everybody'][number];
const isStranger = ({ scopes }: Caller) => scopes.length === 0;
const has = ({ scopes }: Caller, needed: string) => isAllowed(scopes, needed as Scope);
