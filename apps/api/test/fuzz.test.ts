import { join } from 'node:path';
import { isOnPostgresql } from '@plant-store/db/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Server } from './child-process.ts';
import { type Document, type Operation, readDocument } from './fuzz/document.ts';
import { isNonsense } from './fuzz/nonsense.ts';
import { plainRequests, requests } from './fuzz/requests.ts';
import type { Known } from './fuzz/values.ts';
import { newClient, type Sent, shown } from './fuzz/wire.ts';
import { newProject, type Project } from './project.ts';
import { firstToken, send } from './requests.ts';

/** A new seed makes each run try other requests. A failure prints the seed, and FUZZ_SEED repeats the run. */
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
const clients = 16;
/** Only the storage differs between the engines, so one engine is enough. */
const rounds = isOnPostgresql ? { warmUp: 800, rest: 1_600 } : { warmUp: 3_200, rest: 8_000 };
/**
 * The allowed growth of used memory, without compiled code and caches. A leak of half a kilobyte per request exceeds
 * it.
 */
const growthMax = 4 * 1024 * 1024;

test('any request to any route gets a documented answer without 5xx', async () => {
  const project = newProject();
  const server = await project.start({
    LOG_LEVEL: 'warn',
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'fuzz/heap-teller.mjs')}`,
  });
  const document = await readDocument(server.url);
  const known = await fill(server, document, project);

  const first = await ask(rounds.warmUp, seed);
  const before = await memoryOf(server);
  const second = await ask(rounds.rest, seed + clients);
  expect(await memoryOf(server), `FUZZ_SEED=${seed}`).toBeLessThan(before + growthMax);

  // Every route succeeded at least once, so the requests reached more than the edge.
  const succeeded = new Set([...first, ...second]);
  const idle = document.operations.filter(({ method, path }) => !succeeded.has(`${method} ${path}`));
  for (const operation of idle)
    expect(await succeeds(operation), `${operation.path} (FUZZ_SEED=${seed})`).toBe(true);

  expect(await send(`${server.url}/plants`, firstToken(project))).toMatchObject({ status: 200 });
  server.child.kill('SIGTERM');
  const { exitCode, stdout, stderr } = await server.ended;
  expect([exitCode, stderr], `FUZZ_SEED=${seed}`).toEqual([0, expect.stringMatching(/^(Stopped[^\n]*\n)?$/)]);
  const errors = stdout.split('\n').filter((line) => /"level":[56]0/.test(line));
  expect(errors, `FUZZ_SEED=${seed}`).toEqual([]);

  /** Whether a route succeeds for any of many valid requests. */
  async function succeeds(operation: Operation): Promise<boolean> {
    const { ask, close } = newClient(server.url);
    const statuses = new Set<boolean>();
    for (const sent of fc.sample(plainRequests(operation, known, document), { seed, numRuns: 400 })) {
      if (!statuses.has(true)) statuses.add((await ask(sent)).status < 300);
    }
    close();
    return statuses.has(true);
  }

  /** Sends `count` requests, and gives the routes that succeeded. */
  async function ask(count: number, from: number): Promise<Set<string>> {
    const succeeded = new Set<string>();
    let isOver = false;
    const client = async (number: number) => {
      const { ask, tell, close } = newClient(server.url);
      const property = fc.asyncProperty(requests(document, known), async (sent) => {
        if (isOver) return;
        const fault = await faultOf(sent);
        if (fault) throw new Error(`FUZZ_SEED=${seed}: ${fault}\n${shown(sent, server.url)}`);
      });
      const faultOf = async (sent: Sent) => {
        try {
          const answer = await (isNonsense(sent) ? tell(sent) : ask(sent));
          const fault = answer && document.fault(sent, answer);
          if (answer && !fault && answer.status < 400) succeeded.add(document.routeOf(sent) ?? '');
          return fault;
        } catch (cause) {
          return (cause as Error).message;
        }
      };
      await fc.assert(property, { seed: from + number, numRuns: count / clients, endOnFailure: false });
      close();
    };
    try {
      await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
    } finally {
      isOver = true;
    }
    return succeeded;
  }
});

async function memoryOf({ child }: Server): Promise<number> {
  const told = new Promise<number>((resolve) => {
    child.on('message', ({ memory }: { memory?: number }) => memory !== undefined && resolve(memory));
  });
  child.send('memory?');
  return told;
}

type Listed = { id: number | string; name?: string };

/** Fills the store with data for the requests, and gives its ids and tokens. */
async function fill({ url }: Server, { operations }: Document, project: Project): Promise<Known> {
  const admin = firstToken(project);
  const post = async (path: string, body: unknown) => (await send(url + path, admin, body)).json();
  const many = Array.from({ length: 30 }, (_, index) => ({
    id: index + 1,
    name: `Fern ${index}`,
    tag: 'shade',
  }));
  await post('/plants/bulk', { plants: many });
  await post('/plants/bulk/edit', { ids: [1, 2, 3], tag: 'sun' });
  await post('/plants/bulk/delete', { ids: [4, 5] });
  await fetch(`${url}/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin}`, 'content-type': 'text/csv' },
    body: 'id,name\n40,Moss\n1,Rose\nx,y\n',
  });
  // More than the requests revoke, so that some are left to rotate.
  const spare = Array.from({ length: 90 }, (_, index) => ({ name: `spare ${index}`, scopes: ['imports'] }));
  await Promise.all(spare.map((token) => post('/tokens', token)));
  const receivers = [1, 2, 3, 4, 5].map((shop) => ({ url: `https://shop-${shop}.example/` }));
  const webhooks = await Promise.all(receivers.map((receiver) => post('/webhooks', receiver)));
  const known: Known = { ids: {}, cursors: [], etags: [], tokens: [admin] };
  // Every list in the document, and its next page.
  for (const { path, method, parameters } of operations) {
    if (method !== 'GET' || /\{|\/export$/.test(path) || !parameters.some(({ name }) => name === 'cursor'))
      continue;
    const answer = await send(`${url}${path}?limit=1`, admin);
    known.cursors.push(/cursor=([^&>]+)/.exec(answer.headers.get('link') ?? '')?.[1] ?? 'x');
    const all = (await (await send(`${url}${path}?limit=100`, admin)).json()) as Listed[];
    // The requests must not end the token that they use.
    known.ids[path.slice(1)] = all.filter(({ name }) => name !== 'first-token').map(({ id }) => String(id));
  }
  known.ids.imports = known.ids.receipts ?? [];
  known.ids.webhooks = (webhooks as Listed[]).map(({ id }) => String(id));
  for (const id of [1, 2, 3])
    known.etags.push((await send(`${url}/plants/${id}`, admin)).headers.get('etag') ?? '');
  const { stdout } = await project.token(['create', '--name', 'reader', '--scope', 'plants:read', '--json']);
  known.tokens.push(JSON.parse(stdout).token);
  return known;
}
