import './node-version.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isInstalled } from './install.mjs';
import { report } from './problem.mjs';
import { setup } from './setup.mjs';
import { endOnSignals } from './stop-signals.mjs';
import { node24, root } from './workspace.mjs';

// npm run token -- …: standard output belongs to the command alone, so that it can be piped.
async function token(args) {
  const isReady = isInstalled(root) && existsSync(join(root, 'packages', 'db', 'generated'));
  if (!isReady) {
    endOnSignals();
    await setup(root, { tasks: ['generate'], say: console.error });
  }
  const command = ['apps/api/src/token.ts', ...args];
  const { status, error } = spawnSync(node24(root), command, { cwd: root, stdio: 'inherit' });
  if (error) throw error;
  return status ?? 1;
}

token(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    report(error);
    process.exit(1);
  },
);
