import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const bench = join(import.meta.dirname, '..');
const app = join(bench, 'documented');
const stampFile = join(app, '.next/made-of');

/** The sources of the app: its own files, and the imported packages. */
const sources = [
  'documented',
  '../packages/schema/src',
  '../prisma/sqlite/datasource.prisma',
  '../prisma/models.prisma',
  '../pnpm-lock.yaml',
];

/** Builds the Next app of server (c), unless the build is up to date. @throws Error with Next's output */
export function buildDocumented(say: (line: string) => void): void {
  const stamp = stampOf(sources.flatMap((source) => filesOf(join(bench, source))));
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  say('Building the Next app (about 15 s)');
  rmSync(join(app, '.next'), { recursive: true, force: true });
  const { status, stdout, stderr } = spawnSync(join(bench, 'node_modules/.bin/next'), ['build', app], {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  });
  if (status !== 0) throw new Error(`The Next app cannot be built:\n${stdout}${stderr}`);
  writeFileSync(stampFile, stamp);
}

function stampOf(files: string[]): string {
  const hash = createHash('sha256').update(process.version);
  for (const file of files.sort()) hash.update(`\n${file}\n`).update(readFileSync(file));
  return hash.digest('hex');
}

/** Lists the files of a folder, except those that Next itself creates or changes. */
function filesOf(path: string): string[] {
  if (!path.endsWith('documented') && !path.endsWith('src')) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'next-env.d.ts')
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes('/.next/'));
}
