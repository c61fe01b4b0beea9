import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { AtEnd } from '@plant-store/db/testing';

export const root = join(import.meta.dirname, '../../../..');

/** The code of a section of a page in docs, and the name of the file for each block, from the text before it. */
export function blocksOf(page: string, title: string) {
  const text = readFileSync(join(root, 'docs', page), 'utf8');
  const section = text.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^```(\w+)\n(.*?)^```/gms)].map(({ 1: language, 2: block = '', index }) => {
    const paragraph = section.slice(0, index).trimEnd().split('\n\n').at(-1) ?? '';
    const [, file = ''] = /`([\w.]+)`/.exec(paragraph) ?? [];
    const [, command = ''] = /`((?:bash|node|python3|go run) [\w.]+)`/.exec(paragraph) ?? [];
    return { language, block, file, command };
  });
}

/** An empty folder of a user of this store, for what the pages say. */
export function makeFolder({ url, token }: { url: string; token: string }, atEnd: AtEnd) {
  const folder = mkdtempSync(join(tmpdir(), 'plant-store-clients-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  // Only the port differs, since 4000 may be in use on this machine.
  const ported = (text: string) => text.replaceAll('127.0.0.1:4000', new URL(url).host);
  const write = (name: string, text: string) => writeFileSync(join(folder, name), ported(text));
  mkdirSync(join(folder, 'data'));
  write('data/first-token', `${token}\n`);
  const env = { ...process.env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) };
  const bash = (lines: string) => ['-ec', `export TOKEN=$(cat data/first-token)\n${ported(lines)}`];
  return {
    folder,
    write,
    run: async (lines: string) =>
      (await promisify(execFile)('bash', bash(lines), { cwd: folder, env })).stdout,
    /** Starts a program that does not end by itself. */
    start(lines: string) {
      const running = spawn('bash', bash(lines), { cwd: folder, env, detached: true });
      let output = '';
      for (const stream of [running.stdout, running.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text;
        });
      const end = once(running, 'close');
      const stop = async () => {
        if (running.exitCode === null && running.signalCode === null)
          process.kill(-(running.pid as number), 'SIGKILL');
        await end;
      };
      atEnd(stop);
      return { written: () => output, stop };
    },
  };
}
