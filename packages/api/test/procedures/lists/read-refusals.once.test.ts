import { expect, test } from 'vitest';
import { shareStore } from '../../store.ts';

const refusal = async (answer: Response) => ({ status: answer.status, ...((await answer.json()) as object) });

const sharedStore = shareStore((start) => start());

test.for(['0', '201', '-1', '1.5', 'abc', '', '1e2', '99999999999999999999', '0x10'])(
  '400 for the limit %s',
  async (limit) => {
    const { send } = await sharedStore();
    const answer = await send(`/plants?limit=${limit}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      error: 40003,
      message: expect.stringContaining('limit must be a whole number from 1 to 200'),
    });
  },
);

test.for([
  '',
  'x',
  'MS4x',
  Buffer.from('1.5.5.5').toString('base64url'),
  Buffer.from('1.1.99999999999999999999').toString('base64url'),
  Buffer.from('1.1.9223372036854775808').toString('base64url'),
  `${Buffer.from('1.1795245387345000.5').toString('base64url')}=`,
  '%00',
])('400 for an invented cursor: %s', async (cursor) => {
  const { send } = await sharedStore();
  const answer = await send(`/plants?cursor=${cursor}`);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({ error: 40003, message: expect.stringMatching(/^cursor /) });
});

test.for(['abc', '1.0', '1e0', '9223372036854775808', '%20', '0x1', '--1', '%2F'])(
  '400 for the id %s in the address',
  async (id) => {
    const { send } = await sharedStore();
    const answer = await send(`/plants/${id}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      error: 40003,
      message: expect.stringMatching(/^id must be a whole number/),
    });
  },
);

test.for(['q=mon', 'tag=aroid', 'sort=name', 'sort=id', 'addedFrom=2020-01-01', 'q=e', ''])(
  '400 for a cursor with another filter or sort: %s',
  async (query) => {
    const { post, send } = await sharedStore();
    for (const id of [1, 2]) await post({ id, name: `Abelia ${id}` });
    const link = (await send('/plants?limit=1&q=a')).headers.get('link') ?? '';
    const cursor = new URL(/^<([^>]+)>/.exec(link)?.[1] ?? '', 'http://localhost').searchParams.get('cursor');
    expect(await refusal(await send(`/plants?${query}&cursor=${cursor}`))).toEqual({
      status: 400,
      error: 40003,
      message:
        'cursor belongs to a list with another filter or sort; begin with the first page, without a cursor',
    });
  },
);

test.for([
  ['sort=newest', 'sort must be one of -added, added, name, -name, id, -id (sent: the text "newest")'],
  ['sort=', /^sort must be one of /],
  [`q=${'a'.repeat(201)}`, /^q must be text of at most 200 characters; it has 201/],
  ['q=a&q=b', 'q must be given once; it was sent 2 times'],
  [`tag=${'a'.repeat(101)}`, /^tag must have 1 to 100 characters; it has 101/],
  ['tag=%00', /^tag must not contain control characters; it has U\+0000/],
  ['addedFrom=yesterday', /^addedFrom must be a day, such as 2026-01-31/],
  ['addedFrom=2026-02-30T25:00:00Z', /^addedFrom must be a day/],
  ['addedBefore=2026-01-01T00:00:00', /^addedBefore must be a day/],
  ['addedBefore=', /^addedBefore must be a day/],
] as const)('400 with the accepted values: %s', async ([query, message]) => {
  const { send } = await sharedStore();
  expect(await refusal(await send(`/plants?${query}`))).toEqual({
    status: 400,
    error: 40003,
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  });
});
