import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type Address, StartError } from '@plant-store/engine';
import { effective, quoted, tlsModeOf } from '@plant-store/engine/postgresql/connection';
import type { Tool } from './tools.ts';

/** Options of pg_restore: other users and rights may be missing in the target. */
export const restoreOptions = ['--no-owner', '--no-privileges', '--exit-on-error'];

/** The option of pg_dump for one schema: a pattern, in which quotation marks let each character stand for itself. */
export const dumpOf = (schema: string): string[] => ['--format=custom', `--schema=${quoted(schema)}`];

/** Runs a command of PostgreSQL. @param onTick ends it by throwing @throws StartError with the command's message */
export const runTool = (
  path: string,
  address: Address,
  options: string[],
  onTick: () => void,
): Promise<void> => ended([start(path, address, options)], onTick);

/** Copies the schema of `from` to the database `to`, with the commands at these paths. @throws StartError as `runTool` */
export async function pipeSchema(
  paths: Record<Tool, string>,
  from: Address,
  to: Address,
  onTick: () => void,
): Promise<void> {
  const restore = start(paths.pg_restore, to, restoreOptions, ['pipe', 'ignore', 'pipe']);
  const input = restore.child.stdin as Writable;
  const dump = start(paths.pg_dump, from, dumpOf(from.given.schema ?? ''), ['ignore', input, 'pipe']);
  // Only pg_dump writes to it.
  input.destroy();
  await ended([dump, restore], onTick);
}

type Run = { path: string; child: ChildProcess };

function start(
  path: string,
  address: Address,
  options: string[],
  stdio: StdioOptions = ['ignore', 'ignore', 'pipe'],
): Run {
  const { password } = effective(address);
  // biome-ignore lint/style/noProcessEnv: a password in the arguments would be readable for all users
  const env = password ? { ...process.env, PGPASSWORD: password } : process.env;
  const all = [`--dbname=${conninfoOf(address)}`, '--no-password', ...options];
  return { path, child: spawn(path, all, { env, stdio }) };
}

async function ended(runs: Run[], onTick: () => void) {
  let stopped: unknown;
  const timer = setInterval(() => {
    try {
      onTick();
    } catch (cause) {
      stopped = cause;
      for (const { child } of runs) child.kill();
    }
  }, 100);
  const outcomes = Promise.all(
    runs.map(async ({ path, child }) => {
      const [[code], complaint] = await Promise.all([once(child, 'close'), text(child.stderr as Readable)]);
      return { path, code, complaint };
    }),
  );
  const all = await outcomes.finally(() => clearInterval(timer));
  if (stopped) throw stopped;
  // The failure of one command of a pipe ends the other, so the message names both.
  const failures = all.filter(({ code }) => code !== 0).map(failureText);
  if (failures.length > 0) throw new StartError(failures.join('; '));
}

function failureText({ path, complaint }: { path: string; complaint: string }): string {
  const reason = complaint.trim().split('\n').slice(0, 3).join(' ');
  return `${path} failed: ${reason || 'without a word'}`;
}

/** The address for libpq, without the password. libpq refuses parameters of other programs. */
function conninfoOf(address: Address): string {
  const { user, host, port, database } = effective(address);
  const { options, connect_timeout, channel_binding, sslrootcert, sslcert, sslkey } = address.given;
  const sslmode = sslmodeOf(address);
  const words = {
    ...{ user, host, port, dbname: database, options, connect_timeout, channel_binding },
    ...{ sslmode, sslrootcert, sslcert, sslkey },
  };
  return Object.entries(words)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name}='${String(value).replaceAll(/[\\']/g, '\\$&')}'`)
    .join(' ');
}

/** Without a certificate authority of its own, libpq can verify only by files in the home folder. */
function sslmodeOf(address: Address): string | undefined {
  const mode = tlsModeOf(address);
  if (mode === 'no-verify') return 'require';
  if (mode !== 'verify-full') return mode;
  const { sslrootcert, sslmode } = address.given;
  return sslrootcert || sslmode === 'verify-full' ? mode : 'require';
}
