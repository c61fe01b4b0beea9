import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { StartError } from '../../core/start-error.ts';
import { partsOf } from '../connection/address.ts';

type Tool = 'pg_dump' | 'pg_restore';

/** The folders of Debian and Homebrew with each version. */
const parents = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'];

/**
 * A command of PostgreSQL. An older pg_dump than the server refuses to run. @throws StartError with the
 * package to install
 */
export function findTool(tool: Tool, serverVersion: number): string {
  const major = Math.floor(serverVersion / 10_000);
  const kept = parents.flatMap((parent) =>
    existsSync(parent) ? readdirSync(parent).map((name) => join(parent, name, 'bin', tool)) : [],
  );
  const found = [tool, ...kept.filter((path) => existsSync(path))].map((path) => ({
    path,
    major: majorOf(path),
  }));
  const fit = found.find((one) => one.major >= major);
  if (fit) return fit.path;
  const newest = Math.max(...found.map((one) => one.major));
  const what =
    newest > 0
      ? `${tool} ${newest} is older than the server, which is PostgreSQL ${major}`
      : `there is no ${tool} here`;
  throw new StartError(
    `${what}: install PostgreSQL's client programs, version ${major} or later (apt-get install postgresql-client-${major}, or brew install libpq).`.replace(
      /^there/,
      'There',
    ),
  );
}

/** The major version: 15 of `pg_dump (PostgreSQL) 15.18 (Debian …)`; 0 if the program cannot run. */
function majorOf(path: string): number {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return Number(/\) (\d+)/.exec(stdout ?? '')?.[1] ?? 0);
}

/** The parameters of a URL that these programs accept; they refuse others. */
const known = ['host', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'options', 'connect_timeout'];

/**
 * Runs a command of PostgreSQL on the database at `url`. @param onTick is called from time to time; it ends the command
 * by throwing
 * @throws StartError with the error message of the command
 */
export async function runTool(path: string, url: string, options: string[], onTick: () => void) {
  const { address, password } = withoutPassword(url);
  // biome-ignore lint/style/noProcessEnv: a password in the arguments would be readable for all users
  const env = password ? { ...process.env, PGPASSWORD: password } : process.env;
  const all = [`--dbname=${address}`, '--no-password', ...options];
  const child = spawn(path, all, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let stopped: unknown;
  const timer = setInterval(() => {
    try {
      onTick();
    } catch (cause) {
      stopped = cause;
      child.kill();
    }
  }, 100);
  const ended = Promise.all([once(child, 'close'), text(child.stderr)]);
  const [[code], complaint] = await ended.finally(() => clearInterval(timer));
  if (stopped) throw stopped;
  if (code === 0) return;
  const reason = complaint.trim().split('\n').slice(0, 3).join(' ');
  throw new StartError(`${path} failed: ${reason || 'without a word'}`);
}

function withoutPassword(url: string): { address: string; password: string } {
  const { user = '', password, database = '' } = partsOf(url);
  const address = new URL(url);
  // libpq refuses a percent sign without two hexadecimal digits.
  address.username = encodeURIComponent(user);
  address.pathname = `/${encodeURIComponent(database)}`;
  address.password = '';
  for (const name of [...address.searchParams.keys()])
    if (!known.includes(name)) address.searchParams.delete(name);
  // libpq does not read a plus in a query as a space.
  return {
    address: address.href.replace(/\?.*/, (query) => query.replaceAll('+', '%20')),
    password: password ?? '',
  };
}
