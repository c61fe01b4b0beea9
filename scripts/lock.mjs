import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/**
 * Waits until no other process holds the lock of `folder`, and acquires it. A process holds the lock while its `fd` is
 * open. The system closes `fd` after a kill too. A child that inherited `fd` keeps the lock until the child ends.
 * `onWait(pid, doing)` is called once if another process holds the lock for long.
 */
export async function takeLock(folder, onWait = () => {}) {
  mkdirSync(folder, { recursive: true });
  for (;;) {
    // Each process publishes its file before it looks: at least one of two concurrent processes sees the other.
    const own = publish(folder);
    const others = readdirSync(folder).filter((name) => name.endsWith('.lock') && name !== own.name);
    const holder = others.find((name) => isHeld(join(folder, name)));
    if (!holder) {
      // Only the holder deletes old files: another process may be about to open a file without a reader.
      for (const name of others) rmSync(join(folder, name), { force: true });
      return { ...own, tell: (doing) => writeFileSync(join(folder, 'doing'), doing) };
    }
    own.release();
    await whileHeld(folder, holder, onWait);
    await sleep(20 + Math.random() * 150);
  }
}

function publish(folder) {
  const name = `${process.pid}-${randomBytes(4).toString('hex')}.lock`;
  const path = join(folder, name);
  const made = spawnSync('mkfifo', ['-m', '600', path], { encoding: 'utf8' });
  if (made.error || made.status !== 0) {
    throw (
      made.error ??
      Object.assign(new Error(made.stderr.trim()), { code: made.stderr.match(/denied/) ? 'EACCES' : '' })
    );
  }
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const release = () => {
    rmSync(path, { force: true });
    closeSync(fd);
  };
  return { name, fd, release };
}

/** Opening a pipe for writing fails with ENXIO if no process has it open for reading. */
function isHeld(path) {
  try {
    closeSync(openSync(path, constants.O_WRONLY | constants.O_NONBLOCK));
    return true;
  } catch (error) {
    if (error.code === 'ENXIO' || error.code === 'ENOENT') return false;
    throw error;
  }
}

async function whileHeld(folder, name, onWait) {
  const since = Date.now();
  let isTold = false;
  while (isHeld(join(folder, name))) {
    if (!isTold && Date.now() - since > 400) {
      isTold = true;
      onWait(Number.parseInt(name, 10), doing(folder));
    }
    await sleep(50);
  }
}

function doing(folder) {
  try {
    return readFileSync(join(folder, 'doing'), 'utf8');
  } catch {
    return 'setting up';
  }
}

function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
