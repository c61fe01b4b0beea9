import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const program = join(import.meta.dirname, 'memory-process.ts');
const run = async (megabytes: number) => {
  // V8 would accumulate garbage in larger generations.
  const flags = ['--max-old-space-size=48', '--max-semi-space-size=4'];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, program, String(megabytes)]);
  return JSON.parse(stdout) as { rows: number; written: number; maxRssMb: number };
};

test('reading and writing 40 MB needs no more memory than 5 MB, in a heap of 48 MiB', async () => {
  const small = await run(5);
  const large = await run(40);
  expect(large.rows).toBeGreaterThan(200_000);
  expect(large.written).toBeGreaterThan(30_000_000);
  expect(large.maxRssMb).toBeLessThan(small.maxRssMb + 30);
  expect(large.maxRssMb).toBeLessThan(200);
});
