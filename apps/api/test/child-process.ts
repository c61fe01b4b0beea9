import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { AtEnd } from '@plant-store/db/testing';
import { type Outcome, type Settings, withBasics, withoutProgress } from './outcome.ts';

export type Server = {
  child: ChildProcess;
  url: string;
  port: string;
  /** Resolves at the ready line; rejects if the process ends before it. */
  ready: Promise<void>;
  ended: Promise<Outcome>;
  /** The output so far, on stdout and stderr. */
  written(): string;
};

/** Runs a script of a project in a process of its own, until `atEnd`. */
export function runAlone(folder: string, words: string[], settings: Settings, atEnd: AtEnd): Server {
  const child = spawn(
    process.execPath,
    words.map((word, index) => (index === 0 ? join(folder, word) : word)),
    {
      cwd: tmpdir(),
      env: withBasics(settings) as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  const { stdout, stderr } = child as { stdout: Readable; stderr: Readable };
  const output = { stdout: '', stderr: '' };
  const ended = Promise.all([once(child, 'exit'), finished(stdout), finished(stderr)]).then(
    ([[exitCode]]): Outcome => withoutProgress({ exitCode, ...output }),
  );
  const ready = new Promise<void>((resolve, reject) => {
    stdout.setEncoding('utf8').on('data', (text) => {
      output.stdout += text;
      if (/^API ready on /m.test(output.stdout)) resolve();
    });
    stderr.setEncoding('utf8').on('data', (text) => {
      output.stderr += text;
    });
    void ended.then(() => reject(new Error(`it ended before it was ready: ${output.stderr}`)));
  });
  ready.catch(() => undefined);
  atEnd(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const port = settings.API_PORT ?? '';
  return {
    child,
    url: `http://127.0.0.1:${port}`,
    port,
    ready,
    ended,
    written: () => output.stdout + output.stderr,
  };
}
