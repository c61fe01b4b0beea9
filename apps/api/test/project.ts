import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { isOnPostgresql, newUrl } from '@plant-store/db/testing';
import { freePort } from '@plant-store/db/testing/free-port';
import { onTestFinished } from 'vitest';

const app = join(import.meta.dirname, '..');

type Command = 'audit' | 'backup' | 'promote' | 'restore' | 'seed' | 'token';
type Settings = Record<string, string | undefined>;
/** `stderr` omits the lines of progress, which appear on a busy machine. */
export type Outcome = { exitCode: number | null; stdout: string; stderr: string };

/** A new project folder with this app and without settings or data; removed when the test ends. */
export function newProject() {
  // One database for all starts of a project; on SQLite the default file.
  const databaseUrl = isOnPostgresql ? newUrl() : undefined;
  const withDefaults = async (settings: Settings) => ({
    ...(databaseUrl ? { DATABASE_URL: await databaseUrl } : {}),
    ...settings,
  });
  const folder = newFolder();
  mkdirSync(join(folder, 'apps/api'), { recursive: true });
  for (const part of ['src', 'package.json'])
    cpSync(join(app, part), join(folder, 'apps/api', part), { recursive: true });
  symlinkSync(join(app, 'node_modules'), join(folder, 'apps/api/node_modules'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const spawnMain = async (settings: Settings) =>
    run(folder, ['apps/api/src/main.ts'], {
      API_PORT: String(await freePort()),
      ...(await withDefaults(settings)),
    });
  const begin = (command: Command, words: string[], settings: Settings = {}): Server =>
    run(folder, [`apps/api/src/${command}.ts`, ...words], settings);
  return {
    folder,
    path: (name: string) => join(folder, name),
    /** The paths of all files that a start may make. */
    made: () => filesIn(folder).filter((name) => !name.startsWith('apps/')),
    writeEnvFile: (text: string) => writeFileSync(join(folder, '.env'), text),
    /** Runs `main.ts` until it is ready. */
    start: async (settings: Settings = {}): Promise<Server> => {
      const server = await spawnMain(settings);
      await server.ready;
      return server;
    },
    /** Runs `main.ts` until it ends. */
    attempt: async (settings: Settings = {}): Promise<Outcome> => (await spawnMain(settings)).ended,
    /** Runs `main.ts` without waiting. */
    spawn: (settings: Settings = {}) => spawnMain(settings),
    /** Runs the promote command without waiting. */
    promote: (words: string[], settings: Settings = {}): Server => begin('promote', words, settings),
    /** Runs the token command until it ends. */
    token: async (words: string[], settings: Settings = {}): Promise<Outcome> =>
      begin('token', words, await withDefaults(settings)).ended,
    /** Runs one of these commands until it ends. */
    run: async (
      command: 'audit' | 'backup' | 'restore' | 'seed',
      words: string[],
      settings: Settings = {},
    ): Promise<Outcome> => begin(command, words, await withDefaults(settings)).ended,
    /** Runs a command without waiting, with only these settings. */
    begin,
  };
}
export type Project = ReturnType<typeof newProject>;

/**
 * A folder that no other running test uses. Later tests use it again: Node caches compiled code by path, and would
 * compile everything in a new folder.
 */
function newFolder(): string {
  for (let number = 1; ; number++) {
    const folder = join(tmpdir(), `plant-store-api-${number}`);
    try {
      mkdirSync(folder, { mode: 0o700 });
      return folder;
    } catch (cause) {
      if ((cause as { code?: string }).code !== 'EEXIST') throw cause;
    }
  }
}

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

function run(folder: string, words: string[], settings: Settings): Server {
  // Only PATH and the compile cache come from the environment. The cache is outside the project.
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(
    process.execPath,
    words.map((word, index) => (index === 0 ? join(folder, word) : word)),
    {
      cwd: tmpdir(),
      env: { NODE_ENV: 'production', PATH, NODE_COMPILE_CACHE, ...settings },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  const { stdout, stderr } = child as { stdout: Readable; stderr: Readable };
  const output = { stdout: '', stderr: '' };
  const ended = Promise.all([once(child, 'exit'), finished(stdout), finished(stderr)]).then(
    ([[exitCode]]): Outcome => ({
      exitCode,
      stdout: output.stdout,
      stderr: output.stderr.replaceAll(/^[a-z ]+ …[^\n]* \([^\n]+ of [^\n]+\)\n/gm, ''),
    }),
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
  onTestFinished(async () => {
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

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .sort()
    : [];
