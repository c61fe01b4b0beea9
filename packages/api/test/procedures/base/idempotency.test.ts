import { expect, test } from 'vitest';
import { startStore } from '../../store.ts';

const fern = { id: 7, name: 'Fern' };
const key = { 'idempotency-key': 'order 4711' };

test('a replay gives the first answer again with its headers, and marks it as a replay', async () => {
  const { post, send } = await startStore();
  const first = await post(fern, key);
  await send('/plants/7', { method: 'DELETE' });
  const replay = await post('{ "name": "Fern", "id": 7.0 }', key);
  expect([first.status, replay.status]).toEqual([200, 200]);
  expect(await replay.text()).toBe(await first.text());
  for (const name of ['location', 'etag', 'content-type'])
    expect(replay.headers.get(name)).toBe(first.headers.get(name));
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  expect(replay.headers.get('idempotent-replayed')).toBe('true');
  expect((await send('/plants/7')).status).toBe(404);
});

test('concurrent equal requests make one plant, and all succeed', async () => {
  const { post, send } = await startStore();
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(fern, key)));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(answers.filter(({ headers }) => headers.has('idempotent-replayed'))).toHaveLength(19);
  expect(await (await send('/plants')).json()).toEqual([fern]);
});

test('400 for the same key with another body, or on another route', async () => {
  const { post, send } = await startStore();
  await post(fern, key);
  for (const answer of [
    await post({ ...fern, name: 'Moss' }, key),
    await send('/plants/7/restore', { method: 'POST', headers: key }),
  ]) {
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      error: 40000,
      message: expect.stringContaining('"order 4711" was used for another request'),
    });
  }
});

test('the failure of a request is not stored for its idempotency key', async () => {
  const { post } = await startStore();
  expect((await post({ id: 7 }, key)).status).toBe(400);
  await post(fern);
  expect((await post({ ...fern, name: 'Moss' }, key)).status).toBe(400);
  expect((await post({ id: 8, name: 'Moss' }, key)).status).toBe(200);
});

test('an idempotency key belongs to its token', async () => {
  const { post, tokenFor } = await startStore();
  await post(fern, key);
  const other = { ...key, authorization: `Bearer ${await tokenFor('plants:write')}` };
  expect((await post({ id: 8, name: 'Moss' }, other)).status).toBe(200);
});

test('repeated restores of a plant are different requests', async () => {
  const { post, send } = await startStore();
  await post(fern);
  await send('/plants/7', { method: 'DELETE' });
  const restore = () => send('/plants/7/restore', { method: 'POST', headers: key });
  for (const replayed of [null, 'true', 'true']) {
    const answer = await restore();
    expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([200, replayed]);
    expect(await answer.json()).toEqual(fern);
  }
});

test('an idempotency key has at most 255 characters, all printable', async () => {
  const { post } = await startStore();
  expect((await post(fern, { 'idempotency-key': 'k'.repeat(255) })).status).toBe(200);
  for (const wrong of ['k'.repeat(256), '', 'é']) {
    const answer = await post({ id: 8, name: 'x' }, { 'idempotency-key': wrong });
    expect(answer.status, wrong).toBe(400);
    expect(((await answer.json()) as { message: string }).message).toMatch(
      /^Idempotency-Key must be 1 to 255/,
    );
  }
});
