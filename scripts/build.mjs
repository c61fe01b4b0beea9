import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { barePath, preparePnpm } from './pnpm.mjs';
import { runStep } from './step.mjs';

const OUTPUTS = ['packages/db/generated', 'apps/web/.next'];

/**
 * Brings what is made from the sources up to date: `tasks` of `generate` and `build`. Turbo skips what has not
 * changed, and puts outputs back that were deleted or damaged; what a killed build left is thrown away here.
 */
export async function build(root, tasks, context) {
  const begun = join(root, '.cache', 'setup', 'build-begun');
  if (existsSync(begun)) {
    for (const output of OUTPUTS) rmSync(join(root, output), { recursive: true, force: true });
  }
  writeFileSync(begun, '');
  await runStep(
    {
      title: tasks.includes('build') ? 'Building the web app (about 30 s)' : 'Generating the database client',
      command: join(root, 'node_modules', '.bin', 'turbo'),
      args: ['run', ...tasks, '--output-logs=errors-only'],
      cwd: root,
      env: await turboEnvironment(root, context),
    },
    context,
  );
  rmSync(begun);
}

/** Turbo runs each package's script by the pnpm that it finds on the PATH. */
export async function turboEnvironment(root, context) {
  const path = barePath(join(root, 'node_modules', '.bin'), await preparePnpm(root, context));
  const quiet = {
    TURBO_TELEMETRY_DISABLED: '1',
    TURBO_NO_UPDATE_NOTIFIER: '1',
    NEXT_TELEMETRY_DISABLED: '1',
  };
  return { ...process.env, ...quiet, PATH: path };
}
