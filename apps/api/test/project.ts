import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AtEnd, isOnPostgresql, newUrl } from '@plant-store/db/testing';
import { freePort } from '@plant-store/engine/testing/free-port';
import { onTestFinished } from 'vitest';
import { runAlone, type Server } from './child-process.ts';
import { runInProcess, serveInProcess } from './in-process.ts';
import type { Outcome, Settings } from './outcome.ts';

const app = join(import.meta.dirname, '..');

/** The address of a server. */
export type Site = { url: string };
type Command = 'audit' | 'backup' | 'promote' | 'restore' | 'seed' | 'token';

/** A new project folder with this app and without settings or data; removed at `atEnd`, by default when the test ends. */
export function newProject(atEnd: AtEnd = onTestFinished) {
  // One database for all starts of a project; on SQLite the default file.
  const databaseUrl = isOnPostgresql ? newUrl(atEnd) : undefined;
  const withDefaults = async (settings: Settings) => ({
    ...(databaseUrl ? { DATABASE_URL: await databaseUrl } : {}),
    ...settings,
  });
  const folder = newFolder();
  mkdirSync(join(folder, 'apps/api'), { recursive: true });
  for (const part of ['src', 'package.json'])
    cpSync(join(app, part), join(folder, 'apps/api', part), { recursive: true });
  symlinkSync(join(app, 'node_modules'), join(folder, 'apps/api/node_modules'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const withPort = async (settings: Settings) => ({
    API_PORT: String(await freePort()),
    ...(await withDefaults(settings)),
  });
  const spawnMain = async (settings: Settings) =>
    runAlone(folder, [script('main')], await withPort(settings), atEnd);
  const script = (name: Command | 'main') => `apps/api/src/${name}.ts`;
  const begin = (command: Command, words: string[], settings: Settings = {}): Server =>
    runAlone(folder, [script(command), ...words], settings, atEnd);
  const runHere = async (command: Command, words: string[], settings: Settings = {}) =>
    runInProcess(join(folder, script(command)), words, settings);
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
    /** Serves the store in the process of the test, until the test ends. */
    serve: async (settings: Settings = {}): Promise<Site & { stop(): Promise<void> }> => {
      const all = await withPort(settings);
      const close = await serveInProcess(folder, all);
      let ending: Promise<void> | undefined;
      const stop = () => (ending ??= close());
      atEnd(stop);
      return { url: `http://127.0.0.1:${all.API_PORT}`, stop };
    },
    /** Runs `main.ts` until it ends. */
    attempt: async (settings: Settings = {}): Promise<Outcome> => (await spawnMain(settings)).ended,
    /** Runs `main.ts`, which must fail, in the process of the test. */
    fail: async (settings: Settings = {}) =>
      runInProcess(join(folder, script('main')), [], await withPort(settings)),
    /** Runs `main.ts` without waiting. */
    spawn: (settings: Settings = {}) => spawnMain(settings),
    /** Runs the promote command in the process of the test. */
    promote: (words: string[], settings: Settings = {}) => runHere('promote', words, settings),
    /** Runs the token command in the process of the test. */
    token: async (words: string[], settings: Settings = {}) =>
      runHere('token', words, await withDefaults(settings)),
    /** Runs one of these commands in the process of the test. */
    run: async (command: 'audit' | 'backup' | 'restore' | 'seed', words: string[], settings: Settings = {}) =>
      runHere(command, words, await withDefaults(settings)),
    /** Runs a command in a process of its own until it ends. */
    runAlone: async (command: Command, words: string[], settings: Settings = {}) =>
      begin(command, words, await withDefaults(settings)).ended,
    /** Runs a command in a process of its own without waiting, with only these settings. */
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

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .sort()
    : [];
