import { readdirSync, readFileSync } from 'node:fs';

/**
 * Kills every process of a session but this one, and returns when none is left. Turbo and pnpm put what they run
 * into process groups of their own, so killing a group would miss them; none of them leaves the session.
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
    // No /proc (macOS): the group is what can be reached. A process that is not in it gets ESRCH once it is empty.
    if (id !== process.pid) signal(-id, 'SIGKILL');
    return [];
  }
  return names.map(Number).filter((pid) => pid !== process.pid && isMember(pid, id));
}

function isMember(pid, id) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // "pid (name) state ppid pgrp session …", and a name may hold spaces and brackets.
    const [state, , , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(session) === id && state !== 'Z';
  } catch {
    return false;
  }
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
}
