import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/**
 * Starts `process-that.ts` with a task. A test of SQLite's locks needs two processes. `told` resolves at the first line
 * of output.
 */
export function startProcess(task: string, ...words: string[]) {
  const script = join(import.meta.dirname, 'process-that.ts');
  const child = spawn(process.execPath, [script, task, ...words], { stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)]).then(
    ([[code, signal], stdout, stderr]) => ({ code, signal, stdout, stderr }),
  );
  const told = Promise.race([
    once(child.stdout, 'data').then(([line]) => String(line)),
    ended.then(({ stderr }) => Promise.reject(new Error(`it ended before it said anything: ${stderr}`))),
  ]);
  told.catch(() => undefined);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child: child as ChildProcess, told, ended };
}

/** Kills a process like a power cut, and waits for its end. */
export async function kill9({ child, ended }: ReturnType<typeof startProcess>) {
  child.kill('SIGKILL');
  await ended;
}
