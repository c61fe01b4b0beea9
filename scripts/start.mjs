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
  let page;
  return runServers(root, servers, {
    onReady(addresses, tell) {
      page = addresses['web app'];
      console.log(page ? `\n  Plant store is open: ${page}` : `\n  Plant store's API: ${addresses.API}`);
      console.log(`  Ctrl-C stops ${servers.length > 1 ? 'both' : 'it'}.\n`);
      // A pipe or a file may be a log, which others read: no code is made for those.
      if (page && process.stdout.isTTY) tell('API', { wanted: 'startCode' });
    },
    onMessage(message) {
      if (typeof message?.startCode === 'string') process.stdout.write(startLink(page, message.startCode));
    },
  });
}

/** The code is in the fragment, which browsers send to no server. */
const startLink = (page, code) =>
  `  Create the owner account (this link works once, for 15 minutes):\n  ${page}/start#${code}\n\n`;

start(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    report(error);
    process.exit(1);
  },
);
