import { expect, test } from 'vitest';
import { exchange } from '../http/raw-http.ts';
import { shareStore, startStore } from '../store.ts';

const plant = '{"id":1,"name":"Monstera"}';

const sharedStore = shareStore((start) => start());

test.for([
  ['', 40001, 'the body is empty; send a JSON object'],
  ['   ', 40001, 'the body is empty'],
  ['{', 40001, 'the body is not JSON'],
  ['{"id":1,"name":"x"', 40001, 'the body is not JSON'],
  ["{'id':1}", 40001, 'the body is not JSON'],
  ['{"id":01,"name":"x"}', 40001, 'the body is not JSON'],
  ['{"id":1,"name":"x"} x', 40001, 'the body is not JSON'],
  ['NaN', 40001, 'the body is not JSON'],
  ['{"id":1,"name":"x","id":2}', 40001, 'the body has the key "id" twice in one object, again in column 20'],
  [
    '{"id":1,"name":"x","more":[{"a":1,"a":1}]}',
    40001,
    'has the key "a" twice in one object, again in column',
  ],
  ['[1,2]', 40003, 'a JSON object is required; an array was sent'],
  ['[]', 40003, 'an array was sent'],
  ['"abc"', 40003, 'the text "abc" was sent'],
  ['null', 40003, 'null was sent'],
  ['7', 40003, '7 was sent'],
  ['true', 40003, 'true was sent'],
] as const)('400 for the body %s', async ([body, error, message]) => {
  const { post } = await sharedStore();
  const answer = await post(body);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({ error, message: expect.stringContaining(message) });
});

test('400 for a body that is nested too deeply', async () => {
  const { post } = await sharedStore();
  const answer = await post(`${'['.repeat(32_000)}${']'.repeat(32_000)}`);
  expect(await answer.json()).toEqual({ error: 40001, message: expect.stringContaining('nested too deep') });
});

test.for([
  'application/json',
  'Application/JSON',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
  'application/json ; profile=x',
])('200 for Content-Type %s', async (type) => {
  const { post } = await startStore();
  expect((await post(plant, { 'content-type': type })).status).toBe(200);
});

test.for([
  'text/plain',
  'application/jsonp',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'json',
  '*/*',
  ';;;',
])('400 for Content-Type %s', async (type) => {
  const { post } = await sharedStore();
  const answer = await post(plant, { 'content-type': type });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({ error: 40002, message: expect.stringContaining('application/json') });
});

test('400 without a Content-Type', async () => {
  const { url, tokenFor } = await sharedStore();
  const token = await tokenFor('admin');
  const { status, body } = await exchange(
    url,
    `POST /plants HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: ${plant.length}\r\n\r\n${plant}`,
  );
  expect(status).toBe(400);
  expect(JSON.parse(body)).toEqual({ error: 40002, message: expect.stringContaining('none was sent') });
});

test('400 without a Content-Type and a body', async () => {
  const { url, tokenFor } = await sharedStore();
  const { status } = await exchange(
    url,
    `POST /plants HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await tokenFor('admin')}\r\n\r\n`,
  );
  expect(status).toBe(400);
});

test('400 for a compressed body', async () => {
  const { post } = await sharedStore();
  const answer = await post(plant, { 'content-encoding': 'gzip' });
  expect(await answer.json()).toEqual({
    error: 40002,
    message: expect.stringContaining('Content-Encoding "gzip"'),
  });
});

test('400 for bytes that are not UTF-8; a byte order mark is accepted', async () => {
  const { post } = await startStore();
  const latin1 = Buffer.from('{"id":1,"name":"P\xfch\xe4"}', 'latin1');
  expect(await (await post(latin1)).json()).toEqual({
    error: 40001,
    message: expect.stringContaining('UTF-8'),
  });
  expect((await post(`\ufeff${plant}`)).status).toBe(200);
});

test('413 for a body over 64 KiB, declared or not, before its type is checked', async () => {
  const { post, send } = await startStore();
  const fits = JSON.stringify({ id: 1, name: 'x', note: '' });
  const ofSize = (size: number) => fits.replace('""', `"${'n'.repeat(size - fits.length)}"`);
  expect((await post(ofSize(64 * 1024))).status).toBe(200);
  const declared = await post(ofSize(64 * 1024 + 1), { 'content-type': 'text/plain' });
  expect(declared.status).toBe(413);
  expect(await declared.json()).toEqual({ error: 41300, message: expect.stringContaining('64 KiB') });
  const stream = new Blob([ofSize(64 * 1024 + 1)]).stream();
  const chunked = await send('/plants', { method: 'POST', body: stream, duplex: 'half' } as RequestInit);
  expect(chunked.status).toBe(413);
});

test('413 reaches a client that keeps sending', async () => {
  const { send } = await sharedStore();
  for (let round = 0; round < 20; round++) {
    const answer = await send('/plants', {
      method: 'POST',
      body: new Blob([Buffer.alloc(4 * 1024 * 1024, 'x')]).stream(),
      headers: { 'content-type': 'application/json' },
      duplex: 'half',
    } as RequestInit);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toEqual({ error: 41300, message: expect.any(String) });
  }
});

test('an incomplete body makes no plant', async () => {
  const { url, tokenFor, send } = await startStore();
  const head = `POST /plants HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await tokenFor('admin')}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n`;
  await exchange(url, head + plant, { isCutOff: true });
  expect(await (await send('/plants')).text()).toBe('[]');
});

test.for([
  ['POST /nowhere', 404],
  ['PUT /trash', 405],
  ['POST /healthz', 405],
] as const)('a request without a route is answered before its body: %s is %d', async ([line, expected]) => {
  const { url, tokenFor } = await sharedStore();
  const head = `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await tokenFor('admin')}\r\nContent-Type: application/json\r\n`;
  for (const rest of ['Content-Length: 900000\r\n\r\n', 'Content-Length: 1\r\n\r\n{'])
    expect((await exchange(url, head + rest)).status).toBe(expected);
});

test('a route without a body ignores a body of any size', async () => {
  const { send } = await sharedStore();
  const answer = await send('/receipts/1/undo', { method: 'POST', body: 'x'.repeat(70_000) });
  expect([answer.status, await answer.json()]).toMatchObject([404, { error: 40400 }]);
});

test('a key that stands twice is named by its pointer in problem+json, in bulk too, and nothing is stored', async () => {
  const store = await startStore();
  const answer = await store.send('/plants/bulk', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/problem+json' },
    body: '{"plants":[{"id":1,"name":"x"},{"id":2,"name":"y",\n"\\u0069d":3}]}',
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    errors: [{ pointer: '/plants/1/id', message: expect.stringMatching(/in line 2, column 1;/) }],
  });
  expect(await store.rows('SELECT "id" FROM "plants"')).toEqual([]);
});
