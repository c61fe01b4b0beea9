import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '@plant-store/engine/testing/free-port';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newProject } from './project.ts';

const root = join(import.meta.dirname, '../../..');
const contributing = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');

/** Starts a command of Prisma, as `npx` does, if CONTRIBUTING.md names it. */
function prisma(command: string, words: string[], databaseUrl: string) {
  expect(contributing).toContain(`\`npx prisma ${command}\``);
  const child = spawn(join(root, 'node_modules/.bin/prisma'), [command, ...words], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: databaseUrl, CHECKPOINT_DISABLE: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const output = Promise.all([text(child.stdout), text(child.stderr)]).then((texts) => texts.join(''));
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  return { output, ended };
}

test.each(['file:./data/plants.db', 'postgresql://plants@127.0.0.1/plants'])(
  'npx prisma validate accepts the models for the engine of %s',
  async (databaseUrl) => {
    const { output, ended } = prisma('validate', [], databaseUrl);
    const engine = databaseUrl.startsWith('file:') ? 'sqlite' : 'postgresql';
    expect(await output).toContain(`The schemas at prisma/${engine} are valid`);
    expect(await ended).toEqual([0, null]);
  },
);

test('npx prisma studio reads the tables of a stopped store', async () => {
  const project = newProject();
  await (await project.serve()).stop();
  const port = await freePort();
  prisma('studio', ['--port', `${port}`, '--browser', 'none'], `file:${project.path('data/plants.db')}`);
  const body = JSON.stringify({
    procedure: 'query',
    query: { sql: 'SELECT name FROM tokens', parameters: [] },
  });
  const ask = async () => (await fetch(`http://localhost:${port}/bff`, { method: 'POST', body })).json();
  expect(await vi.waitFor(ask)).toEqual([null, [{ name: 'first-token' }]]);
});
