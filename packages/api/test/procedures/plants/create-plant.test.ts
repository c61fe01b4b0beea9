import { int64Max, int64Min, parseJson } from '@plant-store/schema';
import { expect, test } from 'vitest';
import { startStore } from '../../store.ts';

test('200 with exactly the name, without a tag', async () => {
  const { post } = await startStore();
  const answer = await post({ id: 1, name: 'Monstera' });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(await answer.text()).toBe('{"name":"Monstera"}');
});

test('200 with exactly name and tag', async () => {
  const { post } = await startStore();
  const answer = await post({ tag: 'aroid', name: 'Monstera', id: 1 });
  expect(await answer.text()).toBe('{"name":"Monstera","tag":"aroid"}');
});

test('200 has headers with the address of the plant, its ETag and the request id', async () => {
  const { post, send } = await startStore();
  const answer = await post({ id: -5, name: 'Monstera' });
  expect(answer.headers.get('location')).toBe('/plants/-5');
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  const read = await send('/plants/-5');
  expect(answer.headers.get('etag')).toMatch(/^"[\w-]{22}"$/);
  expect(read.headers.get('etag')).toBe(answer.headers.get('etag'));
});

test('name and tag are trimmed and put into Unicode NFC', async () => {
  const { post } = await startStore();
  const answer = await post({ id: 1, name: '\t Pu\u0304ha\u0304 \u3000', tag: ' e\u0301 ' });
  expect(await answer.json()).toEqual({ name: 'Pūhā', tag: 'é' });
});

test('unknown keys are ignored, including __proto__ and constructor', async () => {
  const { post, send } = await startStore();
  const answer = await post(
    '{"id":1,"name":"Monstera","price":1e999,"__proto__":{"tag":"x","polluted":1},"constructor":{"prototype":{"polluted":1}}}',
  );
  expect(await answer.text()).toBe('{"name":"Monstera"}');
  expect(await (await send('/plants/1')).text()).toBe('{"id":1,"name":"Monstera"}');
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

test.for([
  ['7', 7n],
  ['7.0', 7n],
  ['7e0', 7n],
  ['70E-1', 7n],
  ['0.7e1', 7n],
  ['-0', 0n],
  ['0e999999999999', 0n],
  ['9007199254740993', 9007199254740993n],
  ['9007199254740993.000', 9007199254740993n],
  ['0.9223372036854775807e19', int64Max],
  [`${int64Max}`, int64Max],
  [`${int64Min}`, int64Min],
] as const)('id %s is stored as %s, exactly', async ([token, id]) => {
  const { post, send } = await startStore();
  expect((await post(`{"id":${token},"name":"Monstera"}`)).status).toBe(200);
  const read = await send(`/plants/${id}`);
  expect(read.status).toBe(200);
  expect(await read.text()).toBe(`{"id":${id},"name":"Monstera"}`);
  expect(parseJson(await (await send('/plants')).text())).toEqual([
    { id: Number.isSafeInteger(Number(id)) ? Number(id) : id, name: 'Monstera' },
  ]);
});

test('200 characters are counted as code points, not as UTF-16 units', async () => {
  const { post } = await startStore();
  expect((await post({ id: 1, name: '🌵'.repeat(200) })).status).toBe(200);
  expect((await post({ id: 2, name: '🌵'.repeat(201) })).status).toBe(400);
});

test('400 for a taken id, and its plant does not change', async () => {
  const { post, send } = await startStore();
  await post({ id: 7, name: 'Monstera', tag: 'aroid' });
  const answer = await post({ id: 7, name: 'Ficus' });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({
    error: 40004,
    message: 'id 7 is already taken by "Monstera"; give another id',
  });
  expect(await (await send('/plants/7')).json()).toEqual({ id: 7, name: 'Monstera', tag: 'aroid' });
});

test('one of fifty equal concurrent requests adds the plant, and the others get 400', async () => {
  const { post, send } = await startStore();
  const answers = await Promise.all(Array.from({ length: 50 }, () => post({ id: 7, name: 'Monstera' })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(400)]);
  expect(await (await send('/plants')).json()).toHaveLength(1);
});
