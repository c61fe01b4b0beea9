import { refuseArguments } from './problem.mjs';
import { programs, runServers } from './servers.mjs';
import { setup } from './setup.mjs';
import { endOnSignals } from './task.mjs';
import { root } from './workspace.mjs';

/** `npm start` runs both servers; `npm run start:api` and `npm run start:web` run one. */
export async function run([key, ...args]) {
  const isKey = programs.some((program) => program.key === key);
  if (key !== undefined) refuseArguments(isKey ? args : [key], isKey ? `npm run start:${key}` : 'npm start');
  const servers = programs.filter((program) => !key || program.key === key);
  endOnSignals(() => console.log('\nStopping …'));
  await setup(root, { tasks: key === 'api' ? ['generate'] : ['generate', 'build'] });
  let page;
  return runServers(root, servers, {
    onReady(addresses, tell) {
      page = addresses['web app'];
      const lines = [
        page && `Plant store is open: ${page}`,
        addresses.API && `API for programs: ${addresses.API}`,
        `Ctrl-C stops ${servers.length > 1 ? 'both' : 'it'}.`,
      ].filter(Boolean);
      console.log(`\n  ${lines.join('\n  ')}\n`);
      // Other people may read a log, so the start link appears on a terminal only.
      if (page && process.stdout.isTTY) tell('API', { wanted: 'startCode' });
    },
    onMessage(message) {
      if (typeof message?.startCode === 'string') process.stdout.write(startLink(page, message.startCode));
    },
  });
}

/** The code is in the fragment, as browsers send no fragment to a server. */
const startLink = (page, code) =>
  `  Create the owner account (this link works once, for 15 minutes):\n  ${page}/start#${code}\n\n`;
