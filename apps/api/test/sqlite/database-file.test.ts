import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { expect, test } from 'vitest';
import { newProject, type Project } from '../project.ts';
import { type Answer, add, firstToken, send } from '../requests.ts';
import { expectKept, kill, refusals, startLoad, untilReadiness, whyNotReady, withStatus } from './load.ts';

const moved =
  /^the file of the database was moved or deleted while the store was running; .*, put it back, or restore a backup and restart the store$/;
const replaced =
  /^the file of the database was replaced while the store was running; .*, restart the store to use the new file, or put the former file back$/;
const logGone =
  /^the log beside the database was moved or deleted while the store was running; .*, restart the store$/;
const readOnly = /^the file of the database was made read-only; .*, make it writable again, then try again$/;

async function startStore() {
  const project = newProject();
  const server = await project.start({ LOG_LEVEL: 'fatal' });
  return { project, server, token: firstToken(project), path: project.path('data/plants.db') };
}
/** A second store, whose process does not matter. */
async function serveOther() {
  const project = newProject();
  const server = await project.serve();
  return { server, token: firstToken(project), path: project.path('data/plants.db') };
}
type Store = Awaited<ReturnType<typeof startStore>>;

/** Changes the files during creates, and gives all answers. Expects no 200 after the change. */
async function amidLoad({ server, token }: Store, meddle: () => void, message: RegExp): Promise<Answer[]> {
  const load = startLoad(server, token);
  await load.until(200, 100);
  meddle();
  await load.until(503, 50);
  const answers = await load.stop();
  for (const text of refusals(answers)) expect(text).toMatch(message);
  expect(withStatus(answers, 200).length).toBeLessThan(answers.findLastIndex(({ status }) => status === 503));
  // Readiness changes without another write; reads still answer.
  await untilReadiness(server, message);
  const [{ id } = { id: 0 }] = withStatus(answers, 200);
  for (const address of [`/plants/${id}`, '/plants?limit=200', '/healthz'])
    expect((await send(server.url + address, token)).status).toBe(200);
  return answers;
}

const stops = { SIGTERM: 'SIGTERM', SIGKILL: 'SIGKILL' } as const;
async function stop({ server }: Store, signal: keyof typeof stops) {
  server.child.kill(signal);
  await server.ended;
}

const restart = (project: Project) => project.serve();

test('a file that is moved away under load and back loses nothing, and the store recovers', async () => {
  const store = await startStore();
  const { project, server, token, path } = store;
  const answers = await amidLoad(store, () => renameSync(path, `${path}.away`), moved);
  renameSync(`${path}.away`, path);
  await untilReadiness(server, undefined);
  answers.push(await add(server, token, 0));
  expect(answers.at(-1)?.status).toBe(200);
  await kill(server);
  await restart(project);
  await expectKept(path, answers);
});

test.each(Object.values(stops))(
  'a file that is moved away under load has every acknowledged plant after %s',
  async (signal) => {
    const store = await startStore();
    const elsewhere = store.project.path('elsewhere.db');
    const answers = await amidLoad(store, () => renameSync(store.path, elsewhere), moved);
    await stop(store, signal);
    await expectKept(elsewhere, answers);
    renameSync(elsewhere, store.path);
    expect(await whyNotReady(await restart(store.project))).toBeUndefined();
    await expectKept(store.path, answers);
  },
);

test.each(Object.values(stops))(
  'another store that replaces the file under load is unchanged after %s',
  async (signal) => {
    const other = await serveOther();
    const kept = [await add(other.server, other.token, -1), await add(other.server, other.token, -2)];
    await other.server.stop();
    const store = await startStore();
    await amidLoad(store, () => renameSync(other.path, store.path), replaced);
    await stop(store, signal);
    const next = await restart(store.project);
    expect(await whyNotReady(next)).toBeUndefined();
    await expectKept(store.path, kept);
    expect((await add(next, other.token, -3)).status).toBe(200);
  },
);

test('stopping changes neither a replaced file nor the log of the new file', async () => {
  const other = await serveOther();
  const kept = [await add(other.server, other.token, -1)];
  const store = await startStore();
  const copy = store.project.path('copy');
  mkdirSync(copy);
  for (const end of ['', '-wal']) cpSync(`${other.path}${end}`, `${copy}/plants.db${end}`);
  const replace = () => {
    for (const end of ['', '-wal']) renameSync(`${copy}/plants.db${end}`, `${store.path}${end}`);
  };
  await amidLoad(store, replace, replaced);
  await stop(store, 'SIGTERM');
  await restart(store.project);
  await expectKept(store.path, kept);
});

test('after the file is deleted under load, no write is acknowledged, and a restart makes a new store', async () => {
  const store = await startStore();
  await amidLoad(store, () => rmSync(store.path), moved);
  await stop(store, 'SIGTERM');
  expect(await whyNotReady(await restart(store.project))).toBeUndefined();
});

test.each(Object.values(stops))(
  'after the log is deleted under load and %s, the database has every acknowledged plant',
  async (signal) => {
    const store = await startStore();
    const answers = await amidLoad(store, () => rmSync(`${store.path}-wal`), logGone);
    await stop(store, signal);
    await restart(store.project);
    await expectKept(store.path, answers);
  },
);

test('a folder that is moved away under load and back loses nothing, and the store recovers', async () => {
  const store = await startStore();
  const { project, server, token, path } = store;
  const [folder, away] = [project.path('data'), project.path('away')];
  const answers = await amidLoad(store, () => renameSync(folder, away), moved);
  renameSync(away, folder);
  await untilReadiness(server, undefined);
  answers.push(await add(server, token, 0));
  expect(answers.at(-1)?.status).toBe(200);
  await kill(server);
  await restart(project);
  await expectKept(path, answers);
});

test('a file that becomes read-only under load accepts no write until it is writable again', async () => {
  const store = await startStore();
  const { project, server, token, path } = store;
  const answers = await amidLoad(store, () => chmodSync(path, 0o444), readOnly);
  const size = statSync(path).mtimeMs;
  expect((await add(server, token, -1)).status).toBe(503);
  expect(statSync(path).mtimeMs).toBe(size);
  chmodSync(path, 0o600);
  await untilReadiness(server, undefined);
  answers.push(await add(server, token, 0));
  expect(answers.at(-1)?.status).toBe(200);
  await kill(server);
  await restart(project);
  await expectKept(path, answers);
});

test('a start on a read-only file fails with one line, and changes nothing', async () => {
  const store = await startStore();
  const { project, path } = store;
  await stop(store, 'SIGTERM');
  const before = project.path('before.db');
  copyFileSync(path, before);
  chmodSync(path, 0o444);
  expect(await project.attempt()).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: `The API did not start. DATABASE_URL: ${path} is read-only; make it writable (chmod u+w), then start again.\n`,
  });
  expect(existsSync(`${path}-wal`)).toBe(false);
  await expectKept(before, []);
});
