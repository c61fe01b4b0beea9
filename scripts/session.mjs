import { readdirSync, readFileSync } from 'node:fs';

/**
 * Kills every process of a session except this one, and returns when all have ended. Turbo and pnpm put their child
 * processes into other process groups, but in the same session.
 */
export function endSession(id) {
  for (let round = 0; round < 200; round++) {
    const members = sessionMembers(id);
    if (members.length === 0) return;
    for (const pid of members) signal(pid, 'SIGKILL');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  }
}

function sessionMembers(id) {
  let names;
  try {
    names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    // macOS has no /proc, so only the process group can be killed. An empty group gives ESRCH.
    if (id !== process.pid) signal(-id, 'SIGKILL');
    return [];
  }
  return names.map(Number).filter((pid) => pid !== process.pid && isMember(pid, id));
}

function isMember(pid, id) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // "pid (name) state ppid pgrp session …"; the name may contain spaces and brackets.
    const [state, , , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(session) === id && state !== 'Z';
  } catch {
    return false;
  }
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {}
}
