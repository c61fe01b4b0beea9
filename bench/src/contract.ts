import { isDeepStrictEqual } from 'node:util';
import type { Target } from './operations.ts';
import { plantOf } from './plants.ts';

type Sent = { token?: string; body?: string; path?: string };
type Ask = (sent: Sent) => Promise<{ status: number; body: unknown }>;
type Check = [guarantee: string, sent: Sent, status: number, isRight?: (body: unknown) => boolean];

/** The first id for the plants of the checks, above the ids of prepared stores. */
const free = 5_000_000_000_000;

const is = (expected: unknown) => (body: unknown) => isDeepStrictEqual(body, expected);

const checks: Check[] = [
  ['a wrong token is refused', { token: 'wrong', path: '/plants/1' }, 401],
  ['a wrong token adds nothing', { token: 'wrong', body: `{"id":${free},"name":"Fern"}` }, 401],
  [
    'a plant is added and answered without its id',
    { body: `{"id":${free},"name":"Fern","tag":"green"}` },
    200,
    is({ name: 'Fern', tag: 'green' }),
  ],
  ['the id that is taken is refused', { body: `{"id":${free},"name":"Moss"}` }, 400],
  [
    'what holds it is unchanged',
    { path: `/plants/${free}` },
    200,
    is({ id: free, name: 'Fern', tag: 'green' }),
  ],
  [
    'texts are trimmed and stored in NFC',
    { body: `{"id":${free + 1},"name":"  Aloe\\u0308 "}` },
    200,
    is({ name: 'Aloë' }),
  ],
  ['no name', { body: `{"id":${free + 2}}` }, 400],
  ['an empty name', { body: `{"id":${free + 2},"name":" "}` }, 400],
  ['a name of 201 characters', { body: `{"id":${free + 2},"name":"${'x'.repeat(201)}"}` }, 400],
  ['a name of 200 beyond the BMP', { body: `{"id":${free + 2},"name":"${'🌱'.repeat(200)}"}` }, 200],
  ['a tag of 101 characters', { body: `{"id":${free + 3},"name":"Fern","tag":"${'x'.repeat(101)}"}` }, 400],
  ['a control character', { body: `{"id":${free + 3},"name":"Fe\\u0007rn"}` }, 400],
  ['an id that is text', { body: `{"id":"${free + 3}","name":"Fern"}` }, 400],
  ['an id with a fraction', { body: `{"id":1.5,"name":"Fern"}` }, 400],
  ['an id beyond int64', { body: `{"id":9223372036854775808,"name":"Fern"}` }, 400],
  ['JSON that is cut off', { body: `{"id":${free + 3}` }, 400],
  ['the list of 50, newest first', { path: '/plants?limit=50' }, 200, isNewestFirst],
  ['a plant from before', { path: '/plants/1' }, 200, is(plantOf(1))],
  ['an id that nobody has', { path: `/plants/${free + 9}` }, 404],
];

/** Checks with ids above 2^53, for servers that keep such ids exact. */
const exactChecks: Check[] = [
  ['the largest int64', { body: `{"id":9223372036854775807,"name":"Last"}` }, 200],
  ['the one next to it is free', { body: `{"id":9223372036854775806,"name":"Last but one"}` }, 200],
  ['an id where doubles begin to round', { body: `{"id":9007199254740993,"name":"Odd"}` }, 200],
  ['its even neighbour is free', { body: `{"id":9007199254740992,"name":"Even"}` }, 200],
  ['and written with an exponent it is taken', { body: `{"id":900719925474099.2e1,"name":"Even"}` }, 400],
];

/**
 * Sends a server the requests that all measured servers must answer in the same way.
 * @param isExact true to include ids above 2^53
 * @throws Error with each wrong answer
 */
export async function assertContract(ask: Ask, { title, isExact }: { title: string; isExact: boolean }) {
  const faults: string[] = [];
  for (const [guarantee, sent, status, isRight] of isExact ? [...checks, ...exactChecks] : checks) {
    const answer = await ask(sent);
    if (answer.status === status && (!isRight || isRight(answer.body))) continue;
    faults.push(`${guarantee}: ${answer.status} ${JSON.stringify(answer.body)}, where ${status} is right`);
  }
  if (faults.length > 0) throw new Error(`${title} does not keep the contract:\n  ${faults.join('\n  ')}`);
}

/** The HTTP request of a check. */
const requestOf = ({ token, body, path = '/plants' }: Sent, target: Omit<Target, 'plantCount'>): Request =>
  new Request(`http://127.0.0.1:${target.port}${target.base}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token ?? target.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  });

/** Makes a function that sends requests to a running server. */
export const askOver =
  (target: Omit<Target, 'plantCount'>, send: (request: Request) => Promise<Response> = fetch): Ask =>
  async (sent) => {
    const response = await send(requestOf(sent, target));
    return { status: response.status, body: await response.json() };
  };

function isNewestFirst(body: unknown): boolean {
  if (!Array.isArray(body) || body.length !== 50) return false;
  return body.slice(0, 3).every((plant, index) => plant.id === free + 2 - index) && body[3].id > body[4].id;
}
