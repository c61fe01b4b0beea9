import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Problem } from '../problem.mjs';
import { startTask } from '../task.mjs';
import { node24 } from '../workspace.mjs';

const WITH_WINDOWS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const SHELL = 'chromium-headless-shell';
// Tests need no windows. The shell needs half of the processor time.
const NAMES = [SHELL, ...WITH_WINDOWS];

/** The path of a Chromium for the browser tests, which is downloaded if missing. @throws Problem if that fails */
export async function prepareBrowser(root, say) {
  const found = findBrowser(process.env) ?? downloadedBrowser(root);
  const ways = waysToGet(root, { hasBrowser: found !== undefined });
  if (process.env.CHROMIUM_PATH || found?.endsWith(SHELL) || (found && ways.length === 0)) return found;
  say('Fetching a browser for the tests (first time) …');
  for (const [command, args] of ways) {
    const { code } = await startTask(command, args, { cwd: join(root, 'e2e'), isCaptured: true }).ended;
    const browser = code === 0 && (findBrowser(process.env) ?? downloadedBrowser(root));
    if (browser) return browser;
  }
  if (found) return found;
  throw new Problem(
    'The browser tests need Chromium, and it could not be fetched.',
    'Install Chromium or Chrome, or set CHROMIUM_PATH to where it is, and run it again.',
  );
}

/** A browser with windows, as people use it, or else the result of `prepareBrowser`. */
export const prepareWindowed = async (root, say) =>
  findBrowser(process.env, WITH_WINDOWS) ?? (await prepareBrowser(root, say));

/** The browser of CHROMIUM_PATH, or else the first known one on the PATH. @throws Problem for a wrong CHROMIUM_PATH */
export function findBrowser({ CHROMIUM_PATH: chosen, PATH = '' }, names = NAMES) {
  if (chosen) {
    if (isProgram(chosen)) return chosen;
    throw new Problem(
      `CHROMIUM_PATH is ${chosen}, which cannot be run.`,
      'Correct it, or unset it to have one found.',
    );
  }
  const folders = PATH.split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

/** Ways to install a browser, beginning with the one that does not need root. `hasBrowser`: only the shell is missing. */
export function waysToGet(
  root,
  { hasBrowser, isRoot = process.getuid?.() === 0, hasApt = existsSync('/usr/bin/apt-get') },
) {
  const playwright = [join(root, 'e2e', 'node_modules', '.bin', 'playwright'), ['install', 'chromium']];
  const apt = 'DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends';
  const fetched = hasBrowser ? `${apt} ${SHELL}` : `(${apt} ${SHELL} || ${apt} chromium)`;
  const withApt = isRoot && hasApt ? [['sh', ['-c', `apt-get update && ${fetched}`]]] : [];
  return hasBrowser ? withApt : [playwright, ...withApt];
}

function downloadedBrowser(root) {
  const ask = `process.stdout.write(require('@playwright/test').chromium.executablePath())`;
  const { stdout } = spawnSync(node24(root), ['-e', ask], { cwd: join(root, 'e2e'), encoding: 'utf8' });
  return stdout && isProgram(stdout) ? stdout : undefined;
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
