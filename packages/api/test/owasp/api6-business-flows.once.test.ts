// API6:2023 Unrestricted Access to Sensitive Business Flows: no flow happens more often than allowed, even with
// concurrent requests.
import { expect, test } from 'vitest';
import { startStore } from '../store.ts';
import { trpcClient } from '../trpc/trpc-client.ts';
import { ask, type Credentials, callProcedure } from './callers.ts';

const mutation = (path: string) => ({ path, type: 'mutation' });
const tenTimes = <T>(make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 10 }, (_, index) => make(index)));
const sorted = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();
/** A client with ten addresses: the limit of one address does not stop it. */
const fromAddress = (index: number): Credentials => ({ 'x-forwarded-for': `192.0.2.${index + 1}` });
const personNamed = (index: number) => ({
  name: `Ann ${index}`,
  email: `ann${index}@example.com`,
  password: 'a long password',
});

test('ten concurrent requests make only one owner, and only one account for an invitation', async () => {
  const { url, tokenFor } = await startStore();
  const admin: Credentials = { authorization: `Bearer ${await tokenFor('admin')}` };
  const owners = await Promise.all(
    [0, 1, 2].map((index) => callProcedure(url, mutation('people.createOwner'), admin, personNamed(index))),
  );
  expect(sorted(owners)).toEqual([200, 400, 400]);
  const { code } = await trpcClient(url, admin).invitations.create.mutate({ role: 'owner', note: 'Ben' });
  const accepted = await Promise.all(
    [3, 4, 5].map((index) =>
      callProcedure(url, mutation('invitations.accept'), fromAddress(index), { code, ...personNamed(index) }),
    ),
  );
  expect(sorted(accepted)).toEqual([200, 404, 404]);
  expect(await trpcClient(url, admin).people.list.query()).toHaveLength(2);
});

test('many equal concurrent requests add, undo or restore only once', async () => {
  const { url, tokenFor } = await startStore();
  const headers = { authorization: `Bearer ${await tokenFor('admin')}`, 'content-type': 'application/json' };
  const post = (path: string, body?: string) =>
    ask(url + path, { method: 'POST', headers, ...(body ? { body } : {}) });
  expect(sorted(await tenTimes(() => post('/plants', '{"id":1,"name":"Fern"}')))).toEqual([
    200,
    ...Array(9).fill(400),
  ]);
  const { body } = await post('/plants/bulk', '{"plants":[{"id":2,"name":"Moss"}]}');
  const { receipt } = body as { receipt: number };
  expect(sorted(await tenTimes(() => post(`/receipts/${receipt}/undo`)))).toEqual([
    200,
    ...Array(9).fill(400),
  ]);
  // The later requests get an error: the plant has left the trash, or its id is taken.
  const restored = await tenTimes(() => post('/plants/2/restore'));
  expect(restored.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await ask(`${url}/plants`, { headers })).body).toHaveLength(2);
});

test('a deletion by a filter deletes nothing if the number of plants is unexpected', async () => {
  const { post, send } = await startStore();
  for (const id of [1, 2, 3]) await post({ id, name: 'Fern' });
  const remove = (filter: object) =>
    send('/plants/bulk/delete', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ filter }),
    });
  expect((await remove({ count: 2 })).status).toBe(412);
  expect((await remove({ nmae: 'Fern' })).status).toBe(400);
  expect(await (await send('/plants/count')).json()).toEqual({ count: 3 });
});
