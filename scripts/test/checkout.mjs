import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../workspace.mjs';

/** An empty folder, deleted when the test `t` ends. */
export function emptyFolder(t) {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-setup-'));
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

/** Writes files given as `{ path: text }` below a folder. */
export function writeFiles(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/**
 * A checkout with the scripts, the lock file, the pnpm and the real packages of this one. Only its servers and builds
 * are stand-ins.
 */
export function checkout(t) {
  const folder = emptyFolder(t);
  const isWanted = (path) =>
    !/\/(node_modules|\.next|\.turbo|generated|test-results|data|src|app|test)$/.test(path);
  for (const name of ['apps', 'bench', 'packages', 'e2e', 'prisma']) {
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: isWanted });
  }
  cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true });
  for (const name of [
    'package.json',
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    'turbo.json',
    'tsconfig.json',
    '.npmrc',
    // Without this file turbo reads all of node_modules at each start, for ten seconds.
    '.gitignore',
  ]) {
    cpSync(join(root, name), join(folder, name));
  }
  mkdirSync(join(folder, '.cache'));
  for (const name of readdirSync(join(root, '.cache')).filter((name) => name.startsWith('pnpm-'))) {
    symlinkSync(join(root, '.cache', name), join(folder, '.cache', name));
  }
  const web = JSON.parse(readFileSync(join(folder, 'apps/web/package.json'), 'utf8'));
  writeFiles(folder, {
    'packages/db/generate.ts': `import fs from 'node:fs'; fs.mkdirSync('generated', { recursive: true });\n`,
    'apps/web/package.json': JSON.stringify({ ...web, scripts: { build: 'node build.mjs' } }),
    'apps/web/build.mjs': BUILD,
    ...Object.fromEntries(
      ['api', 'db', 'http', 'schema'].map((name) => [`packages/${name}/src/index.ts`, '']),
    ),
    'apps/api/src/main.ts': SERVER,
    'apps/web/src/main.ts': SERVER,
    'apps/sandbox/src/main.ts': `console.log('a line of the log');\n${SERVER}`,
  });
  return folder;
}

/** Runs a command in a new session, like a terminal does; `output` grows while the command runs. */
export function launch(t, cwd, command, args, env = {}) {
  const child = spawn(command, args, { cwd, detached: true, env: { ...cleanEnvironment(), ...env } });
  const run = { pid: child.pid, output: '', child };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      run.output += data;
    });
  }
  run.ended = new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal })));
  t.after(() => {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {}
  });
  return run;
}

/** Waits until `condition` is true, also on a busy machine; otherwise throws an error with the condition and `about`. */
export async function until(what, condition, { ms = 600_000, about = () => '' } = {}) {
  const end = Date.now() + ms;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (Date.now() > end) throw new Error(`not in ${ms} ms: ${what}\n${about()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The processes whose working folder is in `folder`, whatever their parent: `{ pid, command }`. */
export function processesIn(folder) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const isHere = `${readlinkSync(`/proc/${name}/cwd`)}/`.startsWith(`${folder}/`);
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return isHere && command ? [{ pid: Number(name), command }] : [];
      } catch {
        return [];
      }
    });
}

/** The environment, without the variables that npm sets for these tests. */
function cleanEnvironment() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|TURBO|NODE_TEST)/.test(name)),
  );
}

const BUILD = `import fs from 'node:fs';
fs.mkdirSync('.next', { recursive: true });
fs.writeFileSync('.next/half', 'begun');
while (fs.existsSync('../../slow')) await new Promise((resolve) => setTimeout(resolve, 50));
fs.writeFileSync('.next/BUILD_ID', 'whole');
`;

// This server never ends by itself, so its parent must end it.
const SERVER = `setInterval(() => {}, 1000);
process.on('SIGUSR2', () => process.exit(0));
process.on('message', (message) => {
  console.log('asked for a start code');
  if (message.wanted === 'startCode') process.send?.({ startCode: 'code-of-the-stand-in' });
});
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    console.log('told by ' + signal);
    process.exit(0);
  });
}
// The last step: tests send a signal as soon as the server is ready.
process.send?.({ ready: 'http://' + process.argv[1]!.split('/').at(-3) });
`;
