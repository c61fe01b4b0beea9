import './node-version.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { isInstalled } from './install.mjs';
import { report } from './problem.mjs';
import { setup } from './setup.mjs';
import { endOnSignals } from './stop-signals.mjs';
import { refuseKept } from './words.mjs';
import { node24, root } from './workspace.mjs';

// node command.mjs NAME WORDS…: runs a command of apps/api, and ends as it does. Missing packages are installed first.
// Standard output belongs to the command alone, so that it can be piped.
const [name, ...words] = process.argv.slice(2);
try {
  refuseKept(name, process.env);
  process.exit(await run(`apps/api/src/${name}.ts`));
} catch (error) {
  report(error);
  process.exit(1);
}

async function run(file) {
  const isReady = isInstalled(root, 'running') && existsSync(join(root, 'packages', 'db', 'generated'));
  if (!isReady) {
    const listenNoMore = endOnSignals();
    await setup(root, { tasks: ['generate'], say: console.error });
    // From here on the command itself decides how it ends.
    listenNoMore();
  }
  const child = spawn(node24(root), [file, ...words], { cwd: root, stdio: 'inherit' });
  // The command takes away what it has begun, and ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const [code, signal] = await once(child, 'exit');
  return code ?? 128 + constants.signals[signal];
}
