import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Refusal, readNewPlant } from './new-plant.ts';
import type { Storage } from './storage.ts';

const bodyLimitBytes = 64 * 1024;

/** The API without a framework, written for speed. */
export function createBareServer(storage: Storage, token: string): Server {
  return createServer((request, response) => {
    if (tokenOf(request) !== token) return answerError(response, 401, 40101, 'the bearer token is not valid');
    const { method, url = '' } = request;
    if (method === 'POST' && url === '/plants') return readBody(request, response, storage);
    if (method === 'GET' && url.startsWith('/plants/')) return answerOne(response, storage, url.slice(8));
    if (method === 'GET' && /^\/plants(\?|$)/.test(url)) return answerNewest(response, storage, url);
    answerError(response, 404, 40400, 'nothing is here');
  });
}

const tokenOf = ({ headers }: IncomingMessage) => /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];

function readBody(request: IncomingMessage, response: ServerResponse, storage: Storage) {
  const chunks: Buffer[] = [];
  let length = 0;
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length <= bodyLimitBytes) chunks.push(chunk);
  });
  request.on('end', () => {
    if (length > bodyLimitBytes) return answerError(response, 413, 41300, 'the body is larger than 64 KiB');
    if (!/^application\/json *(;|$)/i.test(request.headers['content-type'] ?? ''))
      return answerError(response, 400, 40002, 'Content-Type must be application/json');
    const body = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
    add(response, storage, String(body));
  });
}

function add(response: ServerResponse, storage: Storage, body: string) {
  try {
    const plant = readNewPlant(body);
    const added = plant.tag === null ? { name: plant.name } : { name: plant.name, tag: plant.tag };
    storage.add(plant).then(
      () => answer(response, 200, JSON.stringify(added)),
      (cause) => answerFailure(response, cause),
    );
  } catch (cause) {
    answerFailure(response, cause);
  }
}

function answerOne(response: ServerResponse, storage: Storage, digits: string) {
  if (!/^-?\d{1,19}$/.test(digits)) return answerError(response, 400, 40003, 'id must be a whole number');
  const id = BigInt(digits);
  if (BigInt.asIntN(64, id) !== id) return answerError(response, 400, 40003, 'id is out of range');
  const plant = storage.get(id);
  if (!plant) return answerError(response, 404, 40400, `no plant has the id ${id}`);
  answer(response, 200, jsonOf({ id: String(id), ...plant }));
}

function answerNewest(response: ServerResponse, storage: Storage, url: string) {
  const limit = Number(new URLSearchParams(url.slice('/plants'.length)).get('limit') ?? 50);
  if (!Number.isInteger(limit) || limit < 1 || limit > 200)
    return answerError(response, 400, 40003, 'limit must be a whole number from 1 to 200');
  answer(response, 200, `[${storage.newest(limit).map(jsonOf).join(',')}]`);
}

const jsonOf = ({ id, name, tag }: { id: string; name: string; tag: string | null }) =>
  `{"id":${id},"name":${JSON.stringify(name)}${tag === null ? '' : `,"tag":${JSON.stringify(tag)}`}}`;

function answerFailure(response: ServerResponse, cause: unknown) {
  if (cause instanceof Refusal) return answerError(response, 400, cause.error, cause.message);
  process.stderr.write(`${cause instanceof Error ? cause.stack : cause}\n`);
  answerError(response, 500, 50000, 'the server failed');
}

const answerError = (response: ServerResponse, status: number, error: number, message: string) =>
  answer(response, status, JSON.stringify({ error, message }));

function answer(response: ServerResponse, status: number, json: string) {
  const body = Buffer.from(json);
  response.writeHead(status, ['Content-Type', 'application/json', 'Content-Length', String(body.length)]);
  response.end(body);
}
