import { isDeepStrictEqual } from 'node:util';
import { plantOf } from './plants.ts';
import { createRandom } from './random.ts';
import { isFound } from './search-mix.ts';

export const operations = ['get', 'list', 'post'] as const;
export type Operation = (typeof operations)[number];

/** The operations of the bench of PostgreSQL, in the order in which they are measured. */
export const measuredOnPostgresql = [...operations, 'patch'] as const;
export type Measured = (typeof measuredOnPostgresql)[number];

/** The titles of the operations. */
export const operationTitles: Record<Measured, string> = {
  patch: 'PATCH /plants/{id}',
  post: 'POST /plants',
  get: 'GET /plants/{id}',
  list: 'GET /plants?limit=50',
};

export type Target = {
  port: number;
  base: string;
  token: string;
  plantCount: number;
  /** The ports of all processes, if there are several. */
  ports?: number[];
  /** The paths that the operation `search` requests in turn. */
  paths?: string[];
};

/** A request as ASCII text, and the check of the answer's body. */
export type Exchange = { request: string; isRight(body: string): boolean };

/** Makes the requests of an operation, one after another. `nextId` returns unused ids. */
export function exchanges(
  operation: Measured | 'search',
  target: Target,
  nextId: () => number,
): () => Exchange {
  if (operation === 'search') return searches(target);
  if (operation === 'post') return posts(target, nextId);
  if (operation === 'list') {
    const request = `${head('GET', '/plants?limit=50', target)}\r\n`;
    const expected = Math.min(50, target.plantCount);
    return () => ({ request, isRight: (body) => isList(JSON.parse(body), expected) });
  }
  const random = createRandom(0);
  const anyPlant = () => plantOf(Math.floor(random() * target.plantCount) + 1);
  if (operation === 'patch') return patches(target, anyPlant);
  return () => {
    const plant = anyPlant();
    return {
      request: `${head('GET', `/plants/${plant.id}`, target)}\r\n`,
      isRight: (body) => isDeepStrictEqual(JSON.parse(body), plant),
    };
  };
}

/** Each gives the plant a name that it did not have before. */
function patches(target: Target, anyPlant: () => ReturnType<typeof plantOf>): () => Exchange {
  let sent = Date.now();
  return () => {
    const plant = anyPlant();
    const name = `${plant.name} ${sent++}`;
    return {
      request: withBody(head('PATCH', `/plants/${plant.id}`, target), { name }),
      isRight: (body) => isDeepStrictEqual(JSON.parse(body), { ...plant, name }),
    };
  };
}

function searches(target: Target): () => Exchange {
  const { paths = [] } = target;
  let asked = 0;
  return () => {
    const path = paths[asked++ % paths.length] ?? '';
    return { request: `${head('GET', path, target)}\r\n`, isRight: (body) => isFound(path, body) };
  };
}

function posts(target: Target, nextId: () => number): () => Exchange {
  const start = head('POST', '/plants', target);
  return () => {
    const plant = plantOf(nextId());
    return {
      request: withBody(start, plant),
      isRight: (answer) => isDeepStrictEqual({ id: plant.id, ...JSON.parse(answer) }, plant),
    };
  };
}

const head = (method: string, path: string, { base, port, token }: Target) =>
  `${method} ${base}${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n`;

function withBody(start: string, value: object): string {
  const body = ascii(JSON.stringify(value));
  return `${start}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** JSON in which all other characters than ASCII are escaped, so that a string has as many bytes as characters. */
const ascii = (json: string) =>
  json.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const isList = (body: unknown, expected: number) =>
  Array.isArray(body) &&
  body.length === expected &&
  body.every((plant) => isDeepStrictEqual(plant, plantOf(plant?.id)));
