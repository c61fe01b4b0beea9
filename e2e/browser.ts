import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const withWindows = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
// Tests need no windows. The shell needs half of the processor time.
const shell = 'chromium-headless-shell';

/** The browser of CHROMIUM_PATH, or else the first known one on the PATH. @throws Error for a wrong CHROMIUM_PATH */
export function findBrowser(
  { CHROMIUM_PATH: chosen, PATH = '' }: NodeJS.Dict<string> = process.env,
  names = [shell, ...withWindows],
) {
  if (chosen && !isProgram(chosen)) throw new Error(`CHROMIUM_PATH is ${chosen}, which cannot be run.`);
  const paths = names.flatMap((name) => PATH.split(delimiter).map((folder) => join(folder, name)));
  return chosen || paths.find(isProgram);
}

function isProgram(path: string) {
  const stat = statSync(path, { throwIfNoEntry: false });
  return Boolean(stat?.isFile() && stat.mode & 0o111);
}

/** Commands that install a browser, beginning with the one that does not need root. `hasBrowser`: only the shell is missing. */
export function waysToGet(hasBrowser: boolean, canInstall: boolean) {
  const apt = 'DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends';
  const fetched = hasBrowser ? `${apt} ${shell}` : `(${apt} ${shell} || ${apt} chromium)`;
  return [
    ...(hasBrowser ? [] : ['node_modules/.bin/playwright install chromium']),
    ...(canInstall ? [`apt-get update && ${fetched}`] : []),
  ];
}

const present = () => findBrowser() ?? [chromium.executablePath()].find(isProgram);

/** A browser for the tests, which is installed if missing. @throws Error if that fails */
function prepareBrowser() {
  const found = present();
  const ways = waysToGet(found !== undefined, process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'));
  if (process.env.CHROMIUM_PATH || found?.endsWith(shell)) return found;
  for (const way of ways) {
    process.stderr.write('Fetching a browser for the tests (first time) …\n');
    const { status } = spawnSync(way, { shell: true, cwd: import.meta.dirname, stdio: 'ignore' });
    if (status === 0 && present()) return present();
  }
  if (found) return found;
  throw new Error(
    'The browser tests need Chromium, and it could not be fetched. Install Chromium or Chrome, or set CHROMIUM_PATH to where it is.',
  );
}

// node browser.ts [--with-windows]: writes the path of a browser for tests, or one with windows, as people use it.
if (import.meta.main) {
  const wanted = process.argv[2] === '--with-windows' ? findBrowser(process.env, withWindows) : undefined;
  process.stdout.write(wanted ?? prepareBrowser() ?? '');
}
