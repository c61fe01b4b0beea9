import { describe, expect, test } from 'vitest';
import { join, refused, startWithOwner } from '../procedures/accounts/people-store.ts';
import { storeWithFern } from '../procedures/plants/fern-store.ts';
import { shareStore, startStore } from '../store.ts';
import { trpcClient } from '../trpc/trpc-client.ts';

const sharedStore = shareStore((start) => start());

test.each([
  ['viewer', [], [40300, 40300, 40300]],
  ['clerk', [200, 200], [40300]],
  ['owner', [200, 200, 200], []],
] as const)('a %s has exactly the permissions of the role', async (role, allowed, denied) => {
  const store = await startWithOwner();
  const { client } = await join(store, role);
  await client.plants.list.query({});
  const asked = [
    () => client.plants.create.mutate({ id: 1n, name: 'Fern' }),
    () => client.plants.remove.mutate({ id: 1n }),
    () => client.people.list.query(),
  ];
  const seen: number[] = [];
  for (const ask of asked)
    seen.push(
      await ask().then(
        () => 200,
        (thrown) => thrown.data.error,
      ),
    );
  expect(seen).toEqual([...allowed, ...denied]);
});

test('a token cannot call procedures of people', async () => {
  const { url, tokenFor } = await startStore();
  const client = trpcClient(url, await tokenFor('admin'));
  await expect(client.session.endAll.mutate()).rejects.toMatchObject(refused(40000));
  await expect(
    client.session.changePassword.mutate({ currentPassword: 'x', newPassword: 'x'.repeat(12) }),
  ).rejects.toMatchObject(refused(40000));
});

describe('a request with a single scope', () => {
  test.for([
    ['plants:write', 'PUT', '/plants/7', 200],
    ['plants:write', 'PATCH', '/plants/7', 200],
    ['plants:write', 'DELETE', '/plants/7', 403],
    ['plants:delete', 'DELETE', '/plants/7', 204],
    ['plants:delete', 'PATCH', '/plants/7', 403],
    ['plants:read', 'PUT', '/plants/7', 403],
    ['plants:read', 'GET', '/plants/7/history', 200],
    ['plants:read', 'GET', '/trash', 200],
    ['plants:write', 'GET', '/trash', 403],
    ['plants:delete', 'POST', '/plants/7/restore', 403],
  ] as const)('%s: %s %s is %d', async ([scope, method, path, status]) => {
    const { send, tokenFor } = await storeWithFern();
    const answer = await send(path, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await tokenFor(scope)}` },
      ...(['PUT', 'PATCH'].includes(method) && { body: '{"name":"Moss"}' }),
    });
    expect(answer.status).toBe(status);
  });
});

test.for(['/plants?q=a', '/plants/count', '/events', '/names?q=a', '/tags', '/statistics'])(
  '403 for a token without the scope plants:read: %s',
  async (path) => {
    const { send, tokenFor } = await sharedStore();
    const token = await tokenFor('plants:write');
    const answer = await send(path, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(403);
  },
);
