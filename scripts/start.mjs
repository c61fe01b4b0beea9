import './node-version.mjs';
import { report } from './problem.mjs';
import { programs } from './programs.mjs';
import { runServers } from './servers.mjs';
import { setup } from './setup.mjs';
import { endOnSignals } from './stop-signals.mjs';
import { refuseWords } from './words.mjs';
import { root } from './workspace.mjs';

// npm start: everything. npm run start:api and start:web: the one that is named.
async function start([key, ...words]) {
  const isKey = programs.some((program) => program.key === key);
  if (key !== undefined) refuseWords(isKey ? words : [key], isKey ? `npm run start:${key}` : 'npm start');
  const servers = programs.filter((program) => !key || program.key === key);
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
