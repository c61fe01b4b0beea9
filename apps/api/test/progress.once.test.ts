import type { Progress } from '@plant-store/db';
import { expect, test, vi } from 'vitest';
import { progressLines } from '../src/store/progress.ts';

test.for<[string, Omit<Progress, 'doing' | 'unit'>, string]>([
  ['nothing else for work that cannot be counted', { done: 0, total: 0 }, 'reading …\n'],
  [
    'no share and no remaining time without a total',
    { done: 3_000, total: 0 },
    'reading … (3,000 rows, 1,000 rows/s)\n',
  ],
  [
    'share, speed and remaining time with a total',
    { done: 3_000, total: 4_000 },
    'reading … 75 % (3,000 rows of 4,000 rows, 1,000 rows/s, 1.0 s left)\n',
  ],
])('a line of progress has %s', ([, progress, line]) => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const tell = progressLines();
  tell({ doing: 'reading', done: 0, total: progress.total, unit: 'rows' });
  now.mockReturnValue(3_000);
  tell({ doing: 'reading', unit: 'rows', ...progress });
  expect(write.mock.calls).toEqual([[line]]);
});
