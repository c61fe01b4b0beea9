import './node-version.mjs';
import { report } from './problem.mjs';
import { runServers } from './servers.mjs';
import { setup } from './setup.mjs';
import { endOnSignals } from './stop-signals.mjs';
import { refuseWords } from './words.mjs';
import { packagesUsedBy, root } from './workspace.mjs';

// npm run dev: both parts start again, or reload, by themselves when a source changes.
const env = { NODE_ENV: 'development', NEXT_TELEMETRY_DISABLED: '1' };
// A start of the API applies migrations that are new.
const sources = ['prisma', ...packagesUsedBy(root, 'apps/api').map((folder) => `${folder}/src`)];
const SERVERS = [
  { name: 'API', args: ['scripts/watch.mjs', 'apps/api/src/main.ts', ...sources], env },
  { name: 'web app', args: ['apps/web/src/main.ts', '--dev'], env },
];

async function develop() {
  refuseWords(process.argv.slice(2), 'npm run dev');
  endOnSignals(() => console.log('\nStopping …'));
  await setup(root, { packages: 'all', tasks: ['generate'] });
  return runServers(root, SERVERS, {
    onReady: (addresses) =>
      console.log(
        `\n  Plant store is open: ${addresses['web app']} (changes show at once)\n  Ctrl-C stops both.\n`,
      ),
  });
}

develop().then(
  (code) => process.exit(code),
  (error) => {
    report(error);
    process.exit(1);
  },
);
