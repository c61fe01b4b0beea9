import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startTask } from '../task.mjs';

/** Where Debian and Homebrew keep each version of PostgreSQL. */
const PARENTS = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'];
const PROGRAMS = ['initdb', 'postgres', 'pg_dump', 'pg_restore'];

/**
 * Sees to it that the tests of backups find a PostgreSQL with its pg_dump, which the package with the server of the
 * other tests does not hold. Where it may not install one, those tests fail and say what to do; the others run.
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

/** Whether a version is there with all of its programs. */
export function hasPostgresql(parents) {
  const versions = parents.flatMap((parent) =>
    existsSync(parent) ? readdirSync(parent).map((name) => join(parent, name, 'bin')) : [],
  );
  return versions.some((folder) => PROGRAMS.every((name) => existsSync(join(folder, name))));
}

/** The command that installs it, where that needs nobody's leave. */
export function wayToGet(isRoot = process.getuid?.() === 0, hasApt = existsSync('/usr/bin/apt-get')) {
  const apt =
    'apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends postgresql';
  return isRoot && hasApt ? ['sh', ['-c', apt]] : undefined;
}
