import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { doctor } from './doctor/doctor.mjs';
import { isInstalled } from './install.mjs';
import { Problem, refuseArguments, report } from './problem.mjs';
import { endOnSignals, exitCode, isEnding, runInSession, runTask, SIGNALS } from './processes.mjs';
import { keepCurrent, programs, runServers, stateOf } from './servers.mjs';
import { setup } from './setup.mjs';
import { temporaryFolder } from './temporary-folder.mjs';
import { fetchTool, runTests } from './test-runner/test.mjs';
import { at, node24, packagesUsedBy, root } from './workspace.mjs';

/** Runs an npm script in a session of its own. A command of the store has the terminal. */
export async function run(name, args) {
  process.chdir(root);
  // It needs no packages, and has plants to remove after a signal.
  if (name === 'doctor') return runDoctor(args);
  const isInside = name === 'in-session';
  if (!isInside && name !== 'store-command')
    return runInSession(['in-session', name, ...args], { isBound: name === 'sandbox' });
  if (isInside) endOnSignals();
  const command = isInside ? COMMANDS[args.shift()] : runStoreCommand;
  const code = await command(args).catch((error) => (isEnding ? 1 : report(error)));
  return isEnding ? new Promise(() => {}) : (code ?? 0);
}

const COMMANDS = {
  async start([key, ...args]) {
    const servers = programs.filter((program) => [undefined, program.key].includes(key));
    if (servers.length === 0) refuseArguments([key], 'npm start');
    refuseArguments(args, `npm run start:${key}`);
    await setup({ tasks: key === 'api' ? ['generate'] : ['generate', 'build'], isServing: true });
    return runServers(servers, { onReady: showAddresses, onMessage: showStartLink });
  },
  async setup(args) {
    refuseArguments(args, 'npm run setup');
    await setup();
    console.log('Everything is installed and built.');
  },
  async prepare() {
    // A command of the store has standard output to itself, so that it can be piped.
    console.log = console.error;
    return setup({ tasks: ['generate'] });
  },
  async sandbox(args) {
    refuseKept('sandbox');
    // Standard output is for one line of JSON.
    console.log = console.error;
    await setup({ isServing: true });
    const env = { ...process.env, ...programs[0].env, TMPDIR: temporaryFolder('plant-store-sandbox') };
    const onMessage = ({ ready }) => process.stdout.write(`${JSON.stringify(ready)}\n`);
    const options = { env, onMessage, isQuiet: true };
    return exitCode(await runTask(node24, ['apps/sandbox/src/main.ts', ...args], options));
  },
  async dev(args) {
    refuseArguments(args, 'npm run dev');
    const prepare = () => setup({ packages: 'all', tasks: ['generate'], isServing: true });
    await prepare();
    let models = stateOf(['prisma']);
    const generate = async () => {
      const now = stateOf(['prisma']);
      if (now !== models) await prepare().catch(report);
      models = now;
    };
    const env = { NODE_ENV: 'development', NEXT_TELEMETRY_DISABLED: '1' };
    const sourcesOf = (folder) => packagesUsedBy(folder).map((one) => `${one}/src`);
    // A start of the API applies new migrations and reads the document.
    const readByApi = ['prisma', 'packages/api/openapi.json', ...sourcesOf('apps/api')];
    const api = { name: 'API', args: ['apps/api/src/main.ts'], env, paths: readByApi, beforeStart: generate };
    // Next reloads the pages and their packages, but not the server around them.
    const readByWeb = ['apps/web/src/main.ts', 'apps/web/src/server', ...sourcesOf('packages/http')];
    const web = { name: 'web app', args: ['apps/web/src/main.ts', '--dev'], env, paths: readByWeb };
    const onReady = (all) => showAddresses({ ...all, 'web app': `${all['web app']} (changes show at once)` });
    return runServers([api, web], { keep: keepCurrent, onReady });
  },
  test: runTests,
  async bench(args) {
    const isChosen = args.some((word) => /^(--only|--quick|--help|-h)/.test(word));
    const isPageMeasured = !isChosen || args.some((word) => /(^|=)(scroll|desk|sandbox)$/.test(word));
    await setup({ packages: 'all', tasks: isPageMeasured ? ['generate', 'build'] : ['generate'] });
    const fetched = isPageMeasured && (await fetchTool('e2e/browser.ts', '--with-windows'));
    const env = fetched ? { ...process.env, CHROMIUM_PATH: fetched } : process.env;
    return exitCode(await runTask(node24, ['bench/src/main.ts', ...args], { env }));
  },
};

let page;
function showAddresses({ 'web app': web, API }, tell) {
  page = web;
  const lines = [web && `Plant store is open: ${web}`, API && `API for programs: ${API}`];
  lines.push(`Ctrl-C stops ${web && API ? 'both' : 'it'}.`);
  console.log(`\n  ${lines.filter(Boolean).join('\n  ')}\n`);
  // Other people may read a log, so the start link appears on a terminal only.
  if (web && API && process.stdout.isTTY) tell?.('API', { wanted: 'startCode' });
}

/** The code is in the fragment, as browsers send no fragment to a server. */
function showStartLink({ startCode }) {
  const title = 'Create the owner account (this link works once, for 15 minutes):';
  if (typeof startCode === 'string') console.log(`  ${title}\n  ${page}/start#${startCode}\n`);
}

async function runDoctor(args) {
  try {
    refuseKept('doctor');
  } catch (problem) {
    report(problem);
    return 2;
  }
  return doctor(args);
}

/** @throws Problem */
function refuseKept(name) {
  const [example, ...options] = KEPT[name] ?? [];
  const kept = options.filter((option) => process.env[`npm_config_${option}`] !== undefined);
  // npm keeps an option to itself if no "--" comes before it. Its setting `heading` may have another value.
  if (kept.some((option) => option !== 'heading' || /[0-9a-f]{16}/i.test(process.env.npm_config_heading))) {
    const next = `Put "--" before the words: npm run ${name} -- ${example}`;
    throw new Problem('npm kept an option to itself.', next);
  }
}

async function runStoreCommand([name, ...args]) {
  refuseKept(name);
  const isReady = isInstalled('running') && existsSync(at('packages/db/generated'));
  const failed = isReady ? 0 : await runInSession(['in-session', 'prepare']);
  if (failed !== 0) return failed;
  const child = spawn(node24, [`apps/api/src/${name}.ts`, ...args], { cwd: root, stdio: 'inherit' });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  const [code, signal] = await once(child, 'exit');
  return exitCode({ code, signal });
}

// npm takes `--head` for its setting `heading`, and `--to` for `token-description`.
const KEPT = {
  doctor: ['URL --token-file FILE', 'token_file', 'read_only'],
  audit: ['verify --head HASH', 'head', 'heading'],
  promote: ['--to ADDRESS', 'to', 'token_description', 'cancel', 'go_back'],
  backup: ['--to FOLDER', 'to', 'token_description'],
  sandbox: ['--plants 2000', 'plants', 'database'],
  restore: ['NAME --to FILE-OR-URL', 'to', 'token_description'],
};
