import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '@plant-store/engine';

export type Tool = 'pg_dump' | 'pg_restore';

const parents = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'];

/** The path of a command. An older pg_dump than the server refuses to run. @throws StartError with the package */
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
