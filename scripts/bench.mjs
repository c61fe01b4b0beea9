import { parseArgs } from 'node:util';
import { setup } from './setup.mjs';
import { endOnSignals, isStopping, startTask } from './task.mjs';
import { prepareWindowed } from './test-runner/browser.mjs';
import { node24, root } from './workspace.mjs';

const options = {
  only: { type: 'string' },
  quick: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
};

/** `npm run bench -- …`: prepares the benchmark and runs it. No process of it outlives this one. */
export async function run(args) {
  endOnSignals(() => console.log('\nStopping …'));
  // The benchmark itself refuses invalid options.
  const { only, quick, help } = parseArgs({ args, options, strict: false }).values;
  const isPageMeasured = ['scroll', 'desk'].includes(only) || !(only || quick || help);
  await setup(root, { packages: 'all', tasks: isPageMeasured ? ['generate', 'build'] : ['generate'] });
  const env = isPageMeasured ? { CHROMIUM_PATH: await prepareWindowed(root, console.log) } : {};
  const { code } = await startTask(node24(root), ['bench/src/main.ts', ...args], {
    cwd: root,
    env: { ...process.env, ...env },
  }).ended;
  // `endOnSignals` ends this process with the exit code of the signal.
  if (isStopping()) return new Promise(() => {});
  return code ?? 1;
}
