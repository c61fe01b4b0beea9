import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startTask } from '../task.mjs';

/** The folders of Debian and Homebrew with each version of PostgreSQL. */
const PARENTS = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'];
const PROGRAMS = ['initdb', 'postgres', 'pg_dump', 'pg_restore'];

/**
 * Installs PostgreSQL with its pg_dump, which the tests of backups need; the server of the other tests has no pg_dump.
 * If the installation is impossible, only those tests fail, and they name the remedy.
 */
export async function preparePostgresql(root, say, { parents = PARENTS, isRoot, hasApt } = {}) {
  if (hasPostgresql(parents)) return;
  const way = wayToGet(isRoot, hasApt);
  if (!way) return say("The tests of PostgreSQL's backups need its pg_dump, which is not here.");
  say('Fetching PostgreSQL with its pg_dump for the tests (first time) …');
  const [command, args] = way;
  const { code, output } = await startTask(command, args, { cwd: root, isCaptured: true }).ended;
  if (code !== 0) say(output);
}

/** Whether one of the folders contains a version with all programs. */
export function hasPostgresql(parents) {
  const versions = parents.flatMap((parent) =>
    existsSync(parent) ? readdirSync(parent).map((name) => join(parent, name, 'bin')) : [],
  );
  return versions.some((folder) => PROGRAMS.every((name) => existsSync(join(folder, name))));
}

/** The command that installs PostgreSQL; `undefined` without root or apt-get. */
export function wayToGet(isRoot = process.getuid?.() === 0, hasApt = existsSync('/usr/bin/apt-get')) {
  const apt =
    'apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends postgresql';
  return isRoot && hasApt ? ['sh', ['-c', apt]] : undefined;
}
