import { readdirSync, readFileSync } from 'node:fs';

/** Ticks per second in /proc/<pid>/stat: 100 on every Linux that Node runs on (USER_HZ). */
const ticksPerSecond = 100;

/** The CPU time of a process in seconds, with its threads and ended children; `undefined` without /proc. */
export function cpuSeconds(pid: number): number | undefined {
  const fields = statOf(pid);
  // utime is the 14th field.
  return fields && [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0) / ticksPerSecond;
}

/** The CPU time of a process and of all its children, in seconds; 0 without /proc. */
export function cpuSecondsWithChildren(pid: number): number {
  const children = pidsOf().filter((one) => statOf(one)?.[1] === String(pid));
  return [pid, ...children].reduce((sum, one) => sum + (cpuSeconds(one) ?? 0), 0);
}

function pidsOf(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Boolean);
  } catch {
    return [];
  }
}

/** The fields from the third on: "pid (name) state ppid …". The name may contain spaces and brackets. */
function statOf(pid: number): string[] | undefined {
  const stat = read(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
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
