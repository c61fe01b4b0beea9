import './node-version.mjs';
import { report } from './problem.mjs';
import { runServers } from './servers.mjs';
import { setup } from './setup.mjs';
import { endOnSignals } from './stop-signals.mjs';
import { refuseWords } from './words.mjs';
import { root } from './workspace.mjs';

// npm start: everything. npm run start:api and start:web: the one that is named.
const env = {
  NODE_ENV: 'production',
  NEXT_TELEMETRY_DISABLED: '1',
  // Compiled once, and not at each start: it takes half of the time of one, and 20 MB for Node's compiler of TypeScript.
  NODE_COMPILE_CACHE: 'node_modules/.cache/node',
};
// V8 lets less garbage pile up between requests, and an import can give memory back: 50 MB together, see decision 0015.
const apiFlags = ['--max-semi-space-size=8', '--expose-gc'];
const SERVERS = [
  { key: 'api', name: 'API', args: [...apiFlags, 'apps/api/src/main.ts'], env },
  { key: 'web', name: 'web app', args: ['apps/web/src/main.ts'], env },
];

async function start([key, ...words]) {
  const isKey = SERVERS.some((server) => server.key === key);
  if (key !== undefined) refuseWords(isKey ? words : [key], isKey ? `npm run start:${key}` : 'npm start');
  const servers = SERVERS.filter((server) => !key || server.key === key);
  endOnSignals(() => console.log('\nStopping …'));
  await setup(root, { tasks: key === 'api' ? ['generate'] : ['generate', 'build'] });
  return runServers(root, servers, (addresses) => {
    const page = addresses['web app'];
    console.log(page ? `\n  Plant store is open: ${page}` : `\n  Plant store's API: ${addresses.API}`);
    console.log(`  Ctrl-C stops ${servers.length > 1 ? 'both' : 'it'}.\n`);
  });
}

start(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    report(error);
    process.exit(1);
  },
);
