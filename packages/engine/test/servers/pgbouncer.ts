import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { freePort } from './free-port.ts';
import { ownerOf, serverFolder } from './postgresql-server.ts';
import { programOf } from './programs.ts';

const program = programOf('pgbouncer');

/** Tests without a PgBouncer are left out, and the end of `npm test` names them. */
export const hasPgbouncer = program !== undefined;

export type Pgbouncer = {
  /** The address of a database of the server, through the pooler. */
  through(url: string): string;
  start(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts a PgBouncer in transaction mode before the server of `url`, for all of its databases and roles.
 * @param settings such as `default_pool_size`
 */
export async function startPgbouncer(
  url: string,
  atEnd: (end: () => Promise<void>) => void,
  settings: Record<string, string | number> = {},
): Promise<Pgbouncer> {
  const { hostname, port: serverPort, username, password } = new URL(url);
  const folder = join(serverFolder, `plant-store-pgbouncer-${process.pid}-${randomUUID()}`);
  mkdirSync(folder, { mode: 0o700 });
  // PgBouncer does not run as root.
  const owner = ownerOf(folder);
  const port = await freePort();
  const all = {
    ...{ listen_addr: '127.0.0.1', listen_port: port, unix_socket_dir: '', pool_mode: 'transaction' },
    ...{ auth_type: 'trust', auth_file: join(folder, 'users'), auth_user: username },
    ...{ default_pool_size: 4, max_client_conn: 1_000, ...settings },
  };
  writeFileSync(join(folder, 'users'), `"${username}" "${password}"\n`, { mode: 0o644 });
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`);
  const database = `* = host=${hostname} port=${serverPort}`;
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, ['[databases]', database, '[pgbouncer]', ...lines, ''].join('\n'), { mode: 0o644 });
  let running: ReturnType<typeof spawn> | undefined;
  const pgbouncer = {
    through: (address: string) => Object.assign(new URL(address), { port: String(port) }).href,
    async start() {
      running = spawn(program ?? '', ['--quiet', file], { ...owner, cwd: dirname(folder), stdio: 'ignore' });
      while (!(await listens(port))) await new Promise((resolve) => setTimeout(resolve, 10));
    },
    async stop() {
      if (!running) return;
      const ended = once(running, 'exit');
      running.kill('SIGTERM');
      running = undefined;
      await ended;
    },
  };
  atEnd(async () => {
    await pgbouncer.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  await pgbouncer.start();
  return pgbouncer;
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
