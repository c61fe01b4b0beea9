import { readFileSync } from 'node:fs';

/** Ticks per second in /proc/<pid>/stat: 100 on every Linux that Node runs on (USER_HZ). */
const ticksPerSecond = 100;

/** The CPU time of a process in seconds, with its threads and ended children; `undefined` without /proc. */
export function cpuSeconds(pid: number): number | undefined {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The line reads "pid (name) state ppid …". The name may contain spaces and brackets, so only the last bracket
  // counts. utime is the 14th field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
  return ticks / ticksPerSecond;
}

/** The resident memory of a process in MB (10^6 bytes), current and peak; `undefined` without /proc. */
export function memoryMb(pid: number): { now: number; peak: number } | undefined {
  const status = read(`/proc/${pid}/status`);
  if (status === undefined) return undefined;
  const mb = (name: string) =>
    (Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024) / 1e6;
  return { now: mb('VmRSS'), peak: mb('VmHWM') };
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
