import { Agent, request } from 'node:http';
import { isOnPostgresql, rowsOf } from '@plant-store/db/testing';
import { startClients } from '@plant-store/db/testing/clients';
import { parseJson, StoredPlant } from '@plant-store/schema';
import { expect, test } from 'vitest';
import type { Server } from './child-process.ts';
import { newProject, type Project, type Site } from './project.ts';
import { firstToken, send } from './requests.ts';

const total = 5_000;
const connections = 64;

// A double cannot represent these ids, so the test would notice a rounded id.
const firstId = 9_007_199_254_740_993n;
const plantOf = (index: number) => ({
  id: firstId + BigInt(index),
  name: `plant ${index} ${'🌿'.repeat(index % 50)}`.trim(),
  ...(index % 2 ? { tag: `tag ${index}` } : {}),
});
type Stored = ReturnType<typeof plantOf>;

test(`kill -9 amid ${total} creates loses no acknowledged plant and no audit entry`, async () => {
  const project = newProject();
  const server = await project.start({ LOG_LEVEL: 'warn' });
  const killAfter = Math.floor(total * (0.1 + 0.6 * Math.random()));
  const acknowledged = await createUntilKilled(server, firstToken(project), killAfter);
  expect(acknowledged.length).toBeGreaterThanOrEqual(killAfter);
  expect(acknowledged.length).toBeLessThan(total);
  expect((await server.ended).exitCode).toBeNull();

  const restarted = await project.serve();
  const stored = await readAll(project, restarted);
  const lost = acknowledged.filter((index) => !stored.has(plantOf(index).id));
  expect(lost, `of ${acknowledged.length} acknowledged`).toEqual([]);
  for (const [id, plant] of stored) expect(plant).toEqual(plantOf(Number(id - firstId)));

  // The next process chains the pending entries.
  await expect.poll(() => verify(project)).toMatchObject({ isIntact: true, waiting: 0 });
  expect(await toldOf(project, restarted)).toEqual([...stored.keys()].map(String).sort());

  if (!isOnPostgresql)
    expect(await rowsOf(`file:${project.path('data/plants.db')}`, 'PRAGMA integrity_check')).toEqual([
      { integrity_check: 'ok' },
    ]);
});

/**
 * Sends all plants over many connections, kills the server after `killAfter` answers, and gives the acknowledged ids.
 */
async function createUntilKilled(server: Server, token: string, killAfter: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let next = 0;
  const clients = startClients<number>(connections, async (tell) => {
    if (next === total) return false;
    const index = next++;
    const status = await create(server, token, agent, plantOf(index));
    if (status === undefined) return false;
    expect(status).toBe(200);
    tell(index);
    return true;
  });
  await clients.until(() => true, killAfter);
  server.child.kill('SIGKILL');
  const acknowledged = await clients.stop();
  agent.destroy();
  return acknowledged;
}

/** The status of the answer; `undefined` if the server ended before its answer was complete. */
function create(
  { url }: Site,
  token: string,
  agent: Agent,
  { id, ...plant }: Stored,
): Promise<number | undefined> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const post = request(`${url}/plants`, { method: 'POST', agent, headers }, (response) => {
      response
        .resume()
        .on('end', () => resolve(response.statusCode))
        .on('error', () => resolve(undefined));
    });
    post.on('error', () => resolve(undefined));
    post.end(`{"id":${id},${JSON.stringify(plant).slice(1)}`);
  });
}

const verify = async (project: Project) =>
  JSON.parse((await project.run('audit', ['verify', '--json'])).stdout);

/** The ids of added plants in the audit log, in text order. */
async function toldOf(project: Project, { url }: Site): Promise<string[]> {
  const headers = { authorization: `Bearer ${firstToken(project)}`, accept: 'application/x-ndjson' };
  const file = await fetch(`${url}/audit?q=plants.create`, { headers });
  const lines = (await file.text()).trimEnd().split('\n');
  return lines.map((line) => (JSON.parse(line) as { subject: string }).subject).sort();
}

/** Every plant of the store by its id, page after page. */
async function readAll(project: Project, { url }: Site): Promise<Map<bigint, Stored>> {
  const stored = new Map<bigint, Stored>();
  let path: string | undefined = '/plants?limit=200';
  while (path) {
    const page: Response = await send(url + path, firstToken(project));
    for (const plant of StoredPlant.array().parse(parseJson(await page.text()))) {
      expect(stored.has(plant.id)).toBe(false);
      stored.set(plant.id, plant);
    }
    path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
  }
  return stored;
}
