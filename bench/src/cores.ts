import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export type Cores = { server: number; load: number };

/** Chooses one core for the server and one for the load; `undefined` with a single core, or without `taskset`. */
export function chooseCores(): Cores | undefined {
  const [server, load] = allowedCores();
  const isThere = spawnSync('taskset', ['--version']).status === 0;
  return isThere && server !== undefined && load !== undefined ? { server, load } : undefined;
}

/** The command, limited to one core if a core is given. */
export const pinned = (core: number | undefined, command: string, words: string[]): [string, string[]] =>
  core === undefined ? [command, words] : ['taskset', ['-c', String(core), command, ...words]];

function allowedCores(): number[] {
  try {
    const status = readFileSync('/proc/self/status', 'utf8');
    const ranges = /^Cpus_allowed_list:\s+(\S+)$/m.exec(status)?.[1]?.split(',') ?? [];
    return ranges.flatMap((range) => {
      const [first = 0, last = first] = range.split('-').map(Number);
      return Array.from({ length: last - first + 1 }, (_, index) => first + index);
    });
  } catch {
    return [];
  }
}
