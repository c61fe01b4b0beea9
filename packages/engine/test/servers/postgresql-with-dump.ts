import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { type PostgresqlServer, startPostgresql } from './postgresql-server.ts';
import { programOf, unpacked } from './programs.ts';

const parents = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'];

/**
 * Starts a PostgreSQL server with password authentication and with pg_dump, which the npm package lacks. `npm test`
 * installs such a server if it has the permission.
 */
export async function startWithDump(): Promise<PostgresqlServer> {
  const server = await startPostgresql([], newestInstalled());
  const client = new Client(server.url('postgres'));
  await client.connect();
  const { user, password } = client;
  await client.query(`ALTER ROLE ${user} PASSWORD '${password}'`);
  const { rows } = await client.query('SHOW hba_file');
  await client.query(`COPY (SELECT 'host all all all scram-sha-256') TO '${rows[0].hba_file}'`);
  await client.query('SELECT pg_reload_conf()');
  await client.end();
  return server;
}

/** The folder of the newest PostgreSQL that has all programs. @throws Error that says how to get one */
export function newestInstalled(): string {
  const [newest] = installed(parents);
  if (newest) return newest;
  throw new Error(
    'These tests need PostgreSQL with its pg_dump: apt-get install postgresql, or brew install postgresql@18.',
  );
}

/** The folders of each PostgreSQL that has all programs, the newest first. */
export function installed(folders: string[]): string[] {
  const needed = ['initdb', 'postgres', 'pg_dump', 'pg_restore'];
  const version = (folder: string) => Number(/(\d+)\/bin$/.exec(folder)?.[1] ?? 0);
  return folders
    .flatMap((parent) =>
      existsSync(parent) ? readdirSync(parent).map((name) => join(parent, name, 'bin')) : [],
    )
    .filter((folder) => needed.every((name) => existsSync(join(folder, name))))
    .sort((a, b) => version(b) - version(a));
}

/** Tests without one of these are left out. */
const others = ['pgbouncer', 'caddy', 'nginx'];

/** The commands that fetch them; `undefined` without root or apt-get. An old system may lack one: each has its own. */
export function wayToGet(isRoot = process.getuid?.() === 0, hasApt = existsSync('/usr/bin/apt-get')) {
  if (!isRoot || !hasApt) return undefined;
  const install = 'DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends';
  const unpack = (name: string) =>
    `apt-get -o APT::Sandbox::User=root download ${name} && dpkg -x ${name}_*.deb .`;
  return [
    'apt-get update',
    ...['postgresql', 'pgbouncer'].map((name) => `${install} ${name}`),
    `mkdir -p '${unpacked}' && cd '${unpacked}'`,
    ...['caddy', 'nginx'].map(unpack),
  ].join('; ');
}

/** Installs PostgreSQL and the others if one is missing. If that is impossible, the tests that need PostgreSQL fail. */
export function prepare(folders: string[], way: string | undefined, say: (line: string) => void) {
  if (installed(folders).length > 0 && others.every(programOf)) return;
  if (way) {
    say(`Fetching PostgreSQL with its pg_dump, ${others.join(', ')} for the tests (first time) …`);
    spawnSync(way, { shell: true, stdio: ['ignore', 'ignore', 'inherit'] });
  } else {
    say(
      `The tests of PostgreSQL's backups need its pg_dump, and other tests ${others.join(', ')}; one is not here.`,
    );
  }
}

// `npm test` runs this file.
if (import.meta.main) prepare(parents, wayToGet(), (line) => process.stderr.write(`${line}\n`));
