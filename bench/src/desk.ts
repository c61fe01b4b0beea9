import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Figures of entry at the page; see e2e/desk-figures.ts. */
export type DeskRun = {
  /** Plants added by the keyboard without a pause, and the seconds it took. */
  entries: number;
  entrySeconds: number;
  /** The time from Enter to the next paint, 95th percentile, in milliseconds. */
  enterP95Ms: number;
  /** The number of kept characters, of 13 that are typed into the search at once. */
  searchKept: number;
  /** The time from the return of the network until 500 waiting plants were saved. */
  sentSeconds: number;
  /** Transferred bytes of the scripts of the first load. */
  signInBytes: number;
  listBytes: number;
};

const project = join(import.meta.dirname, '../..');

/** Measures how fast a browser (CHROMIUM_PATH) enters plants. @throws Error when a key or a plant was lost */
export function measureDesk(say: (line: string) => void): DeskRun {
  say('Entering plants at the page');
  const { status, stdout, stderr } = spawnSync(process.execPath, ['e2e/desk-figures.ts'], {
    cwd: project,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`entry could not be measured: ${stderr.slice(0, 500)}`);
  return JSON.parse(stdout);
}
