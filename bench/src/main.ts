import { mkdirSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { bench } from './bench.ts';
import { buildDocumented } from './documented-build.ts';
import { isWhole, type Options, parseOptions, UsageError, usage } from './options.ts';
import { planFor } from './plan.ts';
import { limitedByLoad, resultsOf, writeResults } from './results.ts';
import { tableOf } from './table.ts';

const folder = join(import.meta.dirname, '..');

// Turns a signal into a normal exit, which removes the files. The servers end with this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(128 + constants.signals[signal]));

try {
  const options = parseOptions(process.argv.slice(2));
  if (options.isHelp) process.stdout.write(usage);
  else await run(options);
} catch (cause) {
  const { message } = cause as Error;
  process.stderr.write(
    cause instanceof UsageError ? `${message}\n\n${usage}` : `The bench ended. ${message}\n`,
  );
  process.exitCode = 1;
}

async function run(options: Options) {
  const startedAt = new Date();
  const plan = planFor(options);
  if (plan.operations.length > 0 && plan.servers.includes('c')) buildDocumented(say);
  // The data folder is in the project's folder, so that it is on the same disk and not in memory.
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true });
  const results = resultsOf(plan, await bench(plan, { folder: data, say }), startedAt);
  process.stdout.write(tableOf(results));
  // Only a whole run without a failed part replaces the committed figures.
  const name = isWhole(options) && results.failures.length === 0 ? 'full' : 'last';
  const limited = limitedByLoad(results);
  if (limited > 0)
    say(`In ${limited} measurements the load generator used up its core: those servers may be faster.`);
  for (const path of writeResults(join(folder, 'results'), name, results)) say(`Written: ${path}`);
  if (results.failures.length > 0)
    throw new Error(`Not everything was measured. ${results.failures.join('; ')}`);
}

function say(line: string) {
  process.stdout.write(`${line}\n`);
}
