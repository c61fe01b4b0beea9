import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, ownName, ownSpace } from './processes.mjs';

/** A folder for this session, which is removed at its end; before, those of dead sessions with the same purpose. */
export function temporaryFolder(purpose, parent = tmpdir()) {
  const prefix = `${purpose}-${ownSpace()}-`;
  const remove = (name) => rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 5 });
  const others = readdirSync(parent).filter((name) => name.startsWith(prefix));
  for (const name of others)
    if (!isAlive(name.slice(prefix.length)))
      try {
        remove(name);
      } catch {
        // It belongs to another user.
      }
  const own = prefix + ownName();
  mkdirSync(join(parent, own), { mode: 0o700 });
  // After the processes of the session, which still write.
  process.once('exit', () => remove(own));
  return join(parent, own);
}
