import { isDeepStrictEqual } from 'node:util';
import { type Clause, exactClauses, plantClauses } from '../../scripts/doctor/plant-clauses.mjs';
import type { Target } from './operations.ts';
import { plantOf } from './plants.ts';

type Sent = Clause[1];
type Ask = (sent: Sent) => Promise<{ status: number; body: unknown }>;

/** Ids for the plants of the clauses, above those of prepared stores. The first three are added. */
const ids = [0, 1, 2, 3].map((offset) => 5_000_000_000_000 + offset);
const mark = 'Bench';

const clauses: Clause[] = [
  ...plantClauses({ ids, mark }),
  ['a plant from before', { path: '/plants/1' }, { status: 200, body: plantOf(1) }],
];

/** For servers that keep ids above 2^53 exact: the largest int64, and an id where doubles begin to round. */
const exact = [9223372036854775807n, 9007199254740993n].flatMap((id) => exactClauses({ id, mark }));

/**
 * Sends a server the requests that all measured servers must answer in the same way.
 * @param isExact true to include ids above 2^53
 * @throws Error with each wrong answer
 */
export async function assertContract(ask: Ask, { title, isExact }: { title: string; isExact: boolean }) {
  const faults: string[] = [];
  const note = (promise: string, came: { status: number; body: unknown }, right: string) =>
    faults.push(`${promise}: ${came.status} ${JSON.stringify(came.body)}, where ${right} is right`);
  for (const [promise, sent, { status, body }] of clauses) {
    const came = await ask(sent);
    const isRight = body === undefined || isDeepStrictEqual(came.body, body);
    if (came.status !== status || !isRight) note(promise, came, String(status));
  }
  const list = await ask({ path: '/plants?limit=50' });
  if (!isNewestFirst(list.body)) note('the list of 50, newest first', list, 'the last one added first');
  for (const [promise, sent, { status }] of isExact ? exact : []) {
    const came = await ask(sent);
    if (came.status !== status) note(promise, came, String(status));
  }
  if (faults.length > 0) throw new Error(`${title} does not keep the contract:\n  ${faults.join('\n  ')}`);
}

/** The HTTP request of a clause. */
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
  const added = ids.slice(0, 3).reverse();
  return added.every((id, index) => body[index].id === id) && body[3].id > body[4].id;
}
