import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';

/**
 * Starts a PostgreSQL server that has its pg_dump beside it, which the one that the other tests run on has not; gives
 * its address, without a database, and what ends it. `npm test` installs one where it may.
 */
export async function startServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const programs = findPrograms();
  // It does not run as root.
  const user = process.getuid?.() === 0 ? idOf('postgres') : undefined;
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-postgresql-'));
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, 'pass:word\\\n');
  if (user) for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid);
  chmodSync(folder, 0o700);
  const data = join(folder, 'data');
  const settings = [
    '--auth=scram-sha-256',
    '--username=plants',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ];
  execFileSync(join(programs, 'initdb'), ['-D', data, ...settings], { ...user, cwd: folder, stdio: 'pipe' });
  const port = await freePort();
  const words = [
    '-D',
    data,
    '-p',
    String(port),
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'unix_socket_directories=',
  ];
  const server = spawn(join(programs, 'postgres'), words, { ...user, cwd: folder, stdio: 'ignore' });
  const ended = once(server, 'exit');
  const url = `postgresql://plants:${encodeURIComponent('pass:word\\')}@127.0.0.1:${port}`;
  await untilUp(`${url}/postgres`);
  const stop = async () => {
    server.kill('SIGINT');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, stop };
}

/** The folder of the newest PostgreSQL that has all that is needed. */
function findPrograms(): string {
  const parents = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'];
  const folders = parents.flatMap((parent) =>
    existsSync(parent) ? readdirSync(parent).map((name) => join(parent, name, 'bin')) : [],
  );
  const version = (folder: string) => Number(/(\d+)\/bin$/.exec(folder)?.[1] ?? 0);
  const [newest] = folders
    .filter((folder) =>
      ['initdb', 'postgres', 'pg_dump', 'pg_restore'].every((name) => existsSync(join(folder, name))),
    )
    .sort((a, b) => version(b) - version(a));
  if (newest) return newest;
  throw new Error(
    'These tests need PostgreSQL with its pg_dump: apt-get install postgresql, or brew install postgresql@18.',
  );
}

function idOf(user: string) {
  const id = (which: string) => Number(execFileSync('id', [which, user], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function untilUp(url: string) {
  for (let attempt = 0; ; attempt++) {
    const client = new Client(url);
    try {
      await client.connect();
      return await client.end();
    } catch (cause) {
      if (attempt > 300) throw cause;
      await wait(100);
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
