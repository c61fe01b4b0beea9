import { expect, test } from 'vitest';
import { trpcClient } from '../../trpc/trpc-client.ts';
import { type Bulk, bulkStore, named } from '../bulk/bulk-store.ts';

test('a bulk edit and a bulk deletion are undone, and so is the undo', async () => {
  const { sendTo, list } = await bulkStore();
  await sendTo('/plants/bulk', { plants: [named(1), named(2)] });
  for (const [path, body, after] of [
    ['/plants/bulk/edit', { ids: [1, 2, 9], tag: 'x' }, [1, 2].map((id) => ({ ...named(id), tag: 'x' }))],
    ['/plants/bulk/delete', { ids: [1, 2, 9] }, []],
  ] as const) {
    const before = await list();
    const changed = (await (await sendTo(path, body)).json()) as { receipt: number };
    expect(changed).toMatchObject({ changed: 2, missing: [9] });
    expect(await list()).toEqual(after);
    const undone = (await (await sendTo(`/receipts/${changed.receipt}/undo`)).json()) as {
      receipt: number;
    };
    expect(undone).toMatchObject({ leftCount: 0, left: [] });
    expect(await list()).toEqual(before);
    await sendTo(`/receipts/${undone.receipt}/undo`);
    expect(await list()).toEqual(after);
  }
});

test('an undo lists the plants that it skips', async () => {
  const { sendTo, send } = await bulkStore();
  const added = (await (await sendTo('/plants/bulk', { plants: [named(1), named(2)] })).json()) as Bulk;
  await send('/plants/1', { method: 'DELETE' });
  const answer = await sendTo(`/receipts/${added.receipt}/undo`);
  expect(await answer.json()).toEqual({
    ...{ receipt: expect.any(Number), created: 0, updated: 0, deleted: 1 },
    ...{ leftCount: 1, left: [{ id: 1, reason: 'deleted' }] },
  });
  const again = await sendTo(`/receipts/${added.receipt}/undo`);
  expect(again.status).toBe(400);
  expect(((await again.json()) as { message: string }).message).toMatch(/was already undone/);
});

test('404 for an unknown receipt, and 400 for an invalid id', async () => {
  const { sendTo, send } = await bulkStore();
  expect((await sendTo('/receipts/7/undo')).status).toBe(404);
  expect((await send('/receipts/7')).status).toBe(404);
  expect((await sendTo('/receipts/x/undo')).status).toBe(400);
  expect((await send('/receipts?cursor=AAAA')).status).toBe(400);
});

test('receipts are listed page by page, latest first', async () => {
  const { sendTo, send } = await bulkStore();
  for (const id of [1, 2, 3]) await sendTo('/plants/bulk', { plants: [named(id)] });
  const first = await send('/receipts?limit=2');
  const next = /^<([^>]+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  const found = [...((await first.json()) as Bulk[]), ...((await (await send(next)).json()) as Bulk[])];
  const ids = found.map((receipt) => (receipt as unknown as { id: number }).id);
  expect(ids).toHaveLength(3);
  expect(ids).toEqual([...ids].sort((a, b) => b - a));
});

test.for([
  ['plants:write', '/plants/bulk/delete', 403],
  ['plants:read', '/plants/bulk', 403],
  ['plants:delete', '/plants/bulk/delete', 200, { ids: [1] }],
  ['plants:delete', '/plants/bulk/edit', 403],
  ['plants:read', '/receipts/7/undo', 403],
  ['plants:write', '/receipts/7/undo', 404],
] as const)('%s: POST %s is %d', async ([scope, path, status, body = { ids: [1], tag: 'x' }]) => {
  const { sendTo, tokenFor } = await bulkStore();
  const authorization = `Bearer ${await tokenFor(scope)}`;
  expect((await sendTo(path, body, { authorization })).status).toBe(status);
});

test('403 for an undo that deletes plants without the scope plants:delete', async () => {
  const { sendTo, list, tokenFor } = await bulkStore();
  const as = async (...scopes: Parameters<typeof tokenFor>) => ({
    authorization: `Bearer ${await tokenFor(...scopes)}`,
  });
  const writer = await as('plants:read', 'plants:write');
  const remover = await as('plants:write', 'plants:delete');
  const receiptOf = async (answer: Response) => ((await answer.json()) as Bulk).receipt;
  const undo = (receipt: number, headers: object) => sendTo(`/receipts/${receipt}/undo`, {}, { ...headers });
  const added = await receiptOf(await sendTo('/plants/bulk', { plants: [named(1)] }, writer));
  const refused = await undo(added, writer);
  expect(refused.status).toBe(403);
  expect(refused.headers.get('www-authenticate')).toContain(
    'error="insufficient_scope", scope="plants:delete"',
  );
  expect(await refused.json()).toMatchObject({
    error: 40300,
    message: expect.stringMatching(/plants:delete/),
  });
  expect(await list()).toEqual([named(1)]);
  const gone = await receiptOf(await undo(added, remover));
  // Undoing a deletion is a write; undoing that undo is a deletion.
  const back = await receiptOf(await undo(gone, writer));
  expect([await list(), (await undo(back, writer)).status]).toEqual([[named(1)], 403]);
  const edited = await receiptOf(await sendTo('/plants/bulk/edit', { ids: [1], tag: 'x' }, writer));
  expect((await undo(edited, writer)).status).toBe(200);
  expect((await undo(back, await as('admin'))).status).toBe(200);
});

test('404 for the smallest and the largest id of a receipt', async () => {
  const { send, sendTo } = await bulkStore();
  for (const id of ['9223372036854775807', '-9223372036854775808', '0']) {
    expect([id, (await send(`/receipts/${id}`)).status]).toEqual([id, 404]);
    expect([id, (await sendTo(`/receipts/${id}/undo`)).status]).toEqual([id, 404]);
  }
});

test('the plants of a receipt are as they are now, also those that were changed since', async () => {
  const { sendTo, send, url, tokenFor } = await bulkStore();
  const client = trpcClient(url, await tokenFor('plants:read'));
  const { receipt } = (await (
    await sendTo('/plants/bulk', { plants: [named(1), named(2), named(3)] })
  ).json()) as Bulk;
  await sendTo('/plants/bulk', { plants: [named(4)] });
  await sendTo('/plants/bulk/edit', { ids: [1], tag: 'herb' });
  await send('/plants/2', { method: 'DELETE' });
  const ref = { id: BigInt(receipt), isOfAdditions: false };
  expect(await client.activity.listPlants.query(ref)).toEqual([
    { id: 1n, name: named(1).name, tag: 'herb' },
    { id: 3n, name: named(3).name },
  ]);
  expect(await client.activity.listPlants.query({ ...ref, after: 1n })).toHaveLength(1);
  expect(await client.plants.getMany.query({ ids: [4n, 2n, 9223372036854775807n] })).toEqual([
    { id: 4n, name: named(4).name },
  ]);
});

test('single additions are listed with the receipts, read and undone, with the scope plants:delete', async () => {
  const { sendTo, list, url, tokenFor } = await bulkStore();
  for (const id of [3, 1, 2]) await sendTo('/plants', named(id));
  await sendTo('/plants/bulk', { plants: [named(4)] });
  const writer = trpcClient(url, await tokenFor('plants:read', 'plants:write'));
  const remover = trpcClient(url, await tokenFor('plants:read', 'plants:write', 'plants:delete'));
  const { items } = await writer.activity.list.query({ limit: 1 });
  expect(items).toMatchObject([{ kind: 'add', created: 1 }]);
  const { nextCursor } = await writer.activity.list.query({ limit: 1 });
  const { items: next } = await writer.activity.list.query({ limit: 1, cursor: nextCursor });
  const [group] = next;
  if (group?.last === undefined) throw new Error('no additions are listed');
  expect(group).toMatchObject({ kind: 'additions', created: 3, at: expect.stringMatching('Z$') });
  const { id, last } = group;
  expect(await writer.activity.get.query({ id, isOfAdditions: true })).toEqual(group);
  expect(await writer.activity.listPlants.query({ id, isOfAdditions: true, after: 1n })).toEqual([
    { ...named(2), id: 2n },
    { ...named(3), id: 3n },
  ]);
  await expect(writer.activity.undoAdditions.mutate({ id, last })).rejects.toThrow('plants:delete');
  await sendTo('/plants/bulk/edit', { ids: [2], tag: 'x' });
  const left = [{ id: 2n, reason: 'changed' }];
  const undone = await remover.activity.undoAdditions.mutate({ id, last });
  expect(undone).toMatchObject({ deleted: 2, left });
  expect(await writer.activity.getUndo.query({ id: undone.receipt })).toMatchObject({
    ...{ left, additions: { id, last, undoneBy: undone.receipt } },
  });
  expect(await list()).toEqual([{ ...named(2), tag: 'x' }, named(4)]);
});
