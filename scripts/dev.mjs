import { refuseArguments } from './problem.mjs';
import { runServers } from './servers.mjs';
import { setup } from './setup.mjs';
import { endOnSignals } from './task.mjs';
import { packagesUsedBy, root } from './workspace.mjs';

const env = { NODE_ENV: 'development', NEXT_TELEMETRY_DISABLED: '1' };
const sourcesOf = (folder) => packagesUsedBy(root, folder).map((one) => `${one}/src`);
const watched = (name, paths, ...program) => ({
  name,
  args: ['scripts/watch.mjs', name, ...paths, '--', ...program],
  env,
});
const SERVERS = [
  // A start of the API applies new migrations and reads the document.
  watched('API', ['prisma', 'packages/api/openapi.json', ...sourcesOf('apps/api')], 'apps/api/src/main.ts'),
  watched(
    'web app',
    // Next reloads the pages and their packages, but not the server around them.
    ['apps/web/src/main.ts', 'apps/web/src/server', ...sourcesOf('packages/http')],
    'apps/web/src/main.ts',
    '--dev',
  ),
];

/** `npm run dev`: each server restarts, or reloads its pages, when a source changes. */
export async function run(args) {
  refuseArguments(args, 'npm run dev');
  endOnSignals(() => console.log('\nStopping …'));
  await setup(root, { packages: 'all', tasks: ['generate'] });
  return runServers(root, SERVERS, {
    onReady: (addresses) =>
      console.log(
        `\n  Plant store is open: ${addresses['web app']} (changes show at once)\n  Ctrl-C stops both.\n`,
      ),
  });
}
