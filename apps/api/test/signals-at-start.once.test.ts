import { once } from 'node:events';
import { mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { dirname } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Server } from './child-process.ts';
import { newProject, type Project } from './project.ts';

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Locks the SQLite file of a project like another program. */
function lockStore(project: Project): string {
  const path = project.path('data/plants.db');
  mkdirSync(dirname(path));
  const other = new SqliteConnection(path);
  other.exec('BEGIN EXCLUSIVE');
  onTestFinished(() => void other.close());
  return path;
}

/** Resolves when a process has opened a file; then it waits for the lock of the file. */
const hasOpened = ({ child: { pid } }: Server, path: string) =>
  vi.waitFor(
    () => {
      const folder = `/proc/${pid}/fd`;
      const open = readdirSync(folder).map((fd) => {
        try {
          return readlinkSync(`${folder}/${fd}`);
        } catch {
          return '';
        }
      });
      expect(open).toContain(path);
    },
    { interval: 20 },
  );

async function endsBy(signal: NodeJS.Signals, process: Server) {
  process.child.kill(signal);
  expect(await process.ended).toEqual({ exitCode: null, stdout: '', stderr: '' });
  expect(process.child.signalCode).toBe(signal);
}

test.for(signals)('%s ends a start that waits for the lock of the SQLite file', async (signal) => {
  const project = newProject();
  const path = lockStore(project);
  const server = await project.spawn();
  await hasOpened(server, path);
  const before = project.made();
  await endsBy(signal, server);
  expect(project.made()).toEqual(before);
});

test.for([
  ['token', ['list']],
  ['audit', ['verify']],
  ['backup', []],
  ['promote', ['--to', 'postgresql://127.0.0.1:1/plants']],
] as const)(
  'SIGTERM ends the command %s %j while it waits for the lock of the SQLite file',
  async ([command, words]) => {
    const project = newProject();
    const path = lockStore(project);
    const running = project.begin(command, [...words]);
    await hasOpened(running, path);
    await endsBy('SIGTERM', running);
  },
);

/** A server that accepts connections and never answers. */
async function silentServer() {
  const server = createServer((socket) => void socket.on('error', () => undefined));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `postgresql://till:secret@127.0.0.1:${port}/plants`, connected: once(server, 'connection') };
}

test('SIGTERM ends a start that waits for PostgreSQL', async () => {
  const { url, connected } = await silentServer();
  const server = await newProject().spawn({ DATABASE_URL: url });
  await connected;
  await endsBy('SIGTERM', server);
});

test.for([
  ['backup', []],
  ['restore', ['plants-20260101-000000-000']],
] as const)('SIGTERM ends the command %s %j while it waits for PostgreSQL', async ([command, words]) => {
  const { url, connected } = await silentServer();
  const project = newProject();
  mkdirSync(project.path('data/backups'), { recursive: true });
  writeFileSync(project.path('data/backups/plants-20260101-000000-000.json'), '{}');
  const running = project.begin(command, [...words], { DATABASE_URL: url });
  await connected;
  await endsBy('SIGTERM', running);
});
