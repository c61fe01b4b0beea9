import { vi } from 'vitest';
import { type Outcome, type Settings, withBasics, withoutProgress } from './outcome.ts';

let runs = 0;

/**
 * Runs the script of a command in this process, as if it were a process of its own. Loading the modules again for each
 * command would take most of the time of these tests.
 */
export async function runInProcess(script: string, words: string[], settings: Settings): Promise<Outcome> {
  const before = { env: { ...process.env }, argv: process.argv, exitCode: process.exitCode };
  const output = { stdout: '', stderr: '' };
  const releases = (['stdout', 'stderr'] as const).map((name) =>
    capture(process[name], (text) => (output[name] += text)),
  );
  replaceEnvironment(withBasics(settings));
  process.argv = [process.execPath, script, ...words];
  process.exitCode = undefined;
  try {
    // A new address runs the script again; its modules stay loaded.
    await import(`${script}?run=${++runs}`);
    return withoutProgress({ exitCode: Number(process.exitCode ?? 0), ...output });
  } finally {
    for (const release of releases) release();
    replaceEnvironment(before.env);
    process.argv = before.argv;
    process.exitCode = before.exitCode;
  }
}

/** Passes what is written to a stream on, until the result is called. */
function capture(stream: NodeJS.WriteStream, onText: (text: string) => void): () => void {
  const before = stream.listeners('error');
  const write = vi.spyOn(stream, 'write').mockImplementation((text, ...rest) => {
    onText(String(text));
    for (const done of rest) if (typeof done === 'function') done();
    return true;
  });
  return () => {
    write.mockRestore();
    for (const listener of stream.listeners('error') as ((cause: Error) => void)[])
      if (!before.includes(listener)) stream.off('error', listener);
  };
}

/** `process.env` stays the same object, as Node reads a file of settings into it. */
function replaceEnvironment(settings: Settings) {
  for (const name of Object.keys(process.env)) delete process.env[name];
  for (const [name, value] of Object.entries(settings)) if (value !== undefined) process.env[name] = value;
}
