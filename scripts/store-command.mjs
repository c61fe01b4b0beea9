import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { isInstalled } from './install.mjs';
import { Problem } from './problem.mjs';
import { setup } from './setup.mjs';
import { endOnSignals } from './task.mjs';
import { node24, root } from './workspace.mjs';

/**
 * Runs a command of apps/api, and installs missing packages first. Only the command writes to standard output, so its
 * output can be piped.
 */
export async function run([name, ...args]) {
  refuseKeptOptions(name, process.env);
  const isReady = isInstalled(root, 'running') && existsSync(join(root, 'packages', 'db', 'generated'));
  if (!isReady) {
    const ignoreSignals = endOnSignals();
    await setup(root, { tasks: ['generate'], say: console.error });
    ignoreSignals();
  }
  const child = spawn(node24(root), [`apps/api/src/${name}.ts`, ...args], { cwd: root, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const [code, signal] = await once(child, 'exit');
  return code ?? 128 + constants.signals[signal];
}

/** npm keeps an option to itself if no "--" comes before it. @throws Problem with the right command */
function refuseKeptOptions(command, env) {
  const { isKept, example } = KEPT[command] ?? {};
  if (isKept?.(env))
    throw new Problem('npm kept an option to itself.', `Put "--" before the words: ${example}`);
}

// npm takes `--head` for its setting `heading`, and `--to` for `token-description`. Other settings are not checked,
// because an .npmrc may contain them.
const hasTo = (env) => env.npm_config_to !== undefined || env.npm_config_token_description !== undefined;

const KEPT = {
  audit: {
    isKept: ({ npm_config_head: head, npm_config_heading: heading }) =>
      head !== undefined || /[0-9a-f]{16}/i.test(heading ?? ''),
    example: 'npm run audit -- verify --head HASH',
  },
  promote: {
    isKept: (env) =>
      hasTo(env) || env.npm_config_cancel !== undefined || env.npm_config_go_back !== undefined,
    example: 'npm run promote -- --to ADDRESS',
  },
  backup: { isKept: hasTo, example: 'npm run backup -- --to FOLDER' },
  restore: { isKept: hasTo, example: 'npm run restore -- NAME --to FILE-OR-URL' },
};
