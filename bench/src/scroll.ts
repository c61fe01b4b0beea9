import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { medians } from './percentiles.ts';
import type { ScrollPlan } from './plan.ts';

/** The figures of scrolling a page from top to end, from a trace of the browser; see e2e/trace.ts. */
const figures = ['seconds', 'frames', 'longestFrameMs', 'longestTaskMs', 'longestTaskCpuMs'] as const;
type Scrolled = Record<(typeof figures)[number], number>;

/** The results for a list with this number of plants, and for an empty page of the same length in the same browser. */
export type ScrollRun = Scrolled & { round: number; plants: number; reached: number; still: Scrolled };

const project = join(import.meta.dirname, '../..');

/** Scrolls the list in a browser (CHROMIUM_PATH). @throws Error if it does not reach the last plant */
export function measureScroll({ plants, rounds }: ScrollPlan, say: (line: string) => void): ScrollRun[] {
  return Array.from({ length: rounds }, (_, index) => {
    say(`Scrolling ${plants.toLocaleString('en')} plants, round ${index + 1} of ${rounds}`);
    const { status, stdout, stderr } = spawnSync(process.execPath, ['e2e/scroll-frames.ts', String(plants)], {
      cwd: project,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`the list could not be scrolled: ${stderr.slice(0, 500)}`);
    const run: Omit<ScrollRun, 'round'> = JSON.parse(stdout);
    if (run.reached !== plants) throw new Error(`the list ended at row ${run.reached} of ${plants}`);
    return { round: index + 1, ...run };
  });
}

export type ScrollRow = { page: string } & Scrolled;

/** The medians over the rounds, for the list and for the empty page. */
export function scrollRows(runs: ScrollRun[]): ScrollRow[] {
  const [first] = runs;
  if (!first) return [];
  return [
    { page: `the list of ${first.plants.toLocaleString('en')} plants`, ...medians(runs, figures) },
    {
      page: 'an empty page as long',
      ...medians(
        runs.map(({ still }) => still),
        figures,
      ),
    },
  ];
}
