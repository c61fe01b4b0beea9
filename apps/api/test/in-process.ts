import { join } from 'node:path';
import { vi } from 'vitest';
import { type Outcome, type Settings, withBasics, withoutProgress } from './outcome.ts';

// Commands and servers of a project in the process of the test. Each of them loads only its own modules again, as the
// modules of all packages would take most of the time of a process of its own.

// Each store and command adds listeners.
for (const emitter of [process, process.stdout, process.stderr]) emitter.setMaxListeners(0);

let runs = 0;

/** Runs a script as if it were a process of its own, until it ends. */
export async function runInProcess(script: string, words: string[], settings: Settings): Promise<Outcome> {
  const { argv, exitCode } = process;
  const output = { stdout: '', stderr: '' };
  const spies = [
    ...(['stdout', 'stderr'] as const).map((name) =>
      vi.spyOn(process[name], 'write').mockImplementation((text, ...rest) => {
        output[name] += text;
        for (const done of rest) if (typeof done === 'function') done();
        return true;
      }),
    ),
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      process.exitCode = code ?? 0;
      throw new Exit();
    }),
  ];
  process.argv = [process.execPath, script, ...words];
  process.exitCode = undefined;
  try {
    // A new address runs the script again; its modules stay loaded.
    await withSettings(settings, () => import(`${script}?run=${++runs}`)).catch((cause) => {
      if (!(cause instanceof Exit)) throw cause;
    });
    return withoutProgress({ exitCode: Number(process.exitCode ?? 0), ...output });
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.argv = argv;
    process.exitCode = exitCode;
  }
}

class Exit extends Error {}

/** Serves the store of a project; the result ends that. */
export async function serveInProcess(folder: string, settings: Settings): Promise<() => Promise<void>> {
  const { readEnv }: typeof import('../src/settings/env.ts') = await import(
    join(folder, 'apps/api/src/settings/env.ts')
  );
  const { serve }: typeof import('../src/process/serve.ts') = await import(
    join(folder, 'apps/api/src/process/serve.ts')
  );
  const served = await withSettings({ LOG_LEVEL: 'silent', ...settings }, () => serve(readEnv()));
  return served.close;
}

/** Runs `work` with these settings as the whole environment. */
async function withSettings<T>(settings: Settings, work: () => Promise<T>): Promise<T> {
  const before = { ...process.env };
  replaceEnvironment(withBasics(settings));
  try {
    return await work();
  } finally {
    replaceEnvironment(before);
  }
}

/** `process.env` stays the same object, as Node reads a file of settings into it. */
function replaceEnvironment(settings: Settings) {
  for (const name of Object.keys(process.env)) delete process.env[name];
  for (const [name, value] of Object.entries(settings)) if (value !== undefined) process.env[name] = value;
}
