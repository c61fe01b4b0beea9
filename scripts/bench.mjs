import './node-version.mjs';
import { report } from './problem.mjs';
import { setup } from './setup.mjs';
import { endOnSignals, isStopping } from './stop-signals.mjs';
import { startTask } from './task.mjs';
import { prepareWindowed } from './test-runner/browser.mjs';
import { node24, root } from './workspace.mjs';

// npm run bench -- …: nothing of what it starts outlives it, however it ends.
async function bench(args) {
  endOnSignals(() => console.log('\nStopping …'));
  const only = args.includes('--only') ? args[args.indexOf('--only') + 1] : undefined;
  const isPageMeasured =
    ['scroll', 'desk'].includes(only) || !(only || args.includes('--quick') || args.includes('--help'));
  await setup(root, { packages: 'all', tasks: isPageMeasured ? ['generate', 'build'] : ['generate'] });
  const env = isPageMeasured ? { CHROMIUM_PATH: await prepareWindowed(root, console.log) } : {};
  const { code } = await startTask(node24(root), ['bench/src/main.ts', ...args], {
    cwd: root,
    env: { ...process.env, ...env },
  }).ended;
  // Its exit code is then not the answer: `endOnSignals` ends this process with that of the signal.
  if (isStopping()) return new Promise(() => {});
  return code ?? 1;
}

bench(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    report(error);
    process.exit(1);
  },
);
