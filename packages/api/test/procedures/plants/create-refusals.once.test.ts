import { int64Max, int64Min } from '@plant-store/schema';
import { expect, test } from 'vitest';
import { shareStore } from '../../store.ts';

const sharedStore = shareStore((start) => start());

test.for([
  '"7"',
  'true',
  'null',
  '""',
  '[]',
  '[7]',
  '{}',
  '1.5',
  '1e-1',
  '1.0000000000000000001',
  `${int64Max + 1n}`,
  `${int64Min - 1n}`,
  '9223372036854775807.5',
  '1e19',
  '1e999',
  '-1e999999999999999999',
])('400 for the id %s names the received and the accepted values', async (token) => {
  const { post, send } = await sharedStore();
  const answer = await post(`{"id":${token},"name":"Monstera"}`);
  expect(answer.status).toBe(400);
  const body = (await answer.json()) as { error: number; message: string };
  expect(Object.keys(body)).toEqual(['error', 'message']);
  expect(body.error).toBe(40003);
  expect(body.message).toMatch(
    /^id must be a whole number from -9223372036854775808 to 9223372036854775807 \(sent: .+\)$/,
  );
  expect(await (await send('/plants')).text()).toBe('[]');
});

test.for([
  ['{"name":"x"}', 'id is missing'],
  ['{"id":1}', 'name is missing; give 1 to 200 characters'],
  ['{"id":1,"name":null}', 'name must be text of 1 to 200 characters (sent: null)'],
  ['{"id":1,"name":7}', 'name must be text of 1 to 200 characters (sent: 7)'],
  ['{"id":1,"name":" \\t "}', 'name is empty; give 1 to 200 characters'],
  ['{"id":1,"name":"a\\u0000b"}', 'name must not contain control characters; it has U+0000'],
  ['{"id":1,"name":"a\\ud800"}', 'name must be well-formed Unicode'],
  ['{"id":1,"name":"\u200b"}', 'name must have a visible character; it has only U+200B'],
  [
    '{"id":1,"name":"x","tag":"\u3164 \u2800"}',
    'tag must have a visible character; it has only U+3164, U+2800',
  ],
  [
    '{"id":1,"name":"x\u202ey"}',
    'name must not contain characters that change the direction of text; it has U+202E (sent: the text "x\\u202ey")',
  ],
  [`{"id":1,"name":"${'x'.repeat(201)}"}`, 'name must have 1 to 200 characters; it has 201'],
  ['{"id":1,"name":"x","tag":null}', 'tag must be text of 1 to 100 characters (sent: null)'],
  ['{"id":1,"name":"x","tag":""}', 'tag is empty; give 1 to 100 characters'],
  [`{"id":1,"name":"x","tag":"${'x'.repeat(101)}"}`, 'tag must have 1 to 100 characters; it has 101'],
] as const)('400 for %s', async ([body, message]) => {
  const { post, send } = await sharedStore();
  const answer = await post(body);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({ error: 40003, message: expect.stringContaining(message) });
  expect(await (await send('/plants')).text()).toBe('[]');
});

test('400 names all invalid fields together', async () => {
  const { post } = await sharedStore();
  const { message } = (await (await post({ id: 'x', name: '', tag: 5 })).json()) as { message: string };
  expect(message).toMatch(/id must be .*; name is empty.*; tag must be/);
});
