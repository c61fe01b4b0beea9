import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** The results of entry at the page; see e2e/desk-figures.ts. */
export type DeskRun = {
  /** The number of plants added by the keyboard without a pause. `entrySeconds` is the time for all. */
  entries: number;
  entrySeconds: number;
  /** The time from Enter to the next paint: 95th percentile, in milliseconds. */
  enterP95Ms: number;
  /** The time from the return of the network until 500 waiting plants are saved, in seconds. */
  sentSeconds: number;
  /** The transferred bytes of the scripts on the first load. */
  signInBytes: number;
  listBytes: number;
};

const project = join(import.meta.dirname, '../..');

/** Measures how fast a browser (CHROMIUM_PATH) enters plants. @throws Error if a key or a plant was lost */
export function measureDesk(say: (line: string) => void): DeskRun {
  say('Entering plants at the page');
  const { status, stdout, stderr } = spawnSync(process.execPath, ['e2e/desk-figures.ts'], {
    cwd: project,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`entry could not be measured: ${stderr.slice(0, 500)}`);
  return JSON.parse(stdout);
}
