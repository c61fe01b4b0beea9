import { readFileSync, writeFileSync } from 'node:fs';
import { rowsOf } from '@plant-store/db/testing';
import SqliteConnection from 'better-sqlite3';
import { expect, test } from 'vitest';
import { parseCommand as parseBackup } from '../../src/commands/backup-command.ts';
import { UsageError } from '../../src/commands/command.ts';
import { parseCommand as parseRestore } from '../../src/commands/restore-command.ts';
import { newProject, type Project, type Site } from '../project.ts';
import { firstToken, send } from '../requests.ts';

const add = ({ url }: Site, project: Project, id: number) =>
  send(`${url}/plants`, firstToken(project), { id, name: `Fern ${id} 🌿` });

const idsIn = async ({ url }: Site, project: Project) =>
  ((await (await send(`${url}/plants?limit=200`, firstToken(project))).json()) as { id: number }[])
    .map(({ id }) => id)
    .sort((a, b) => a - b);

test('a store is backed up while it serves, not restored while it runs, and restored after it stopped', async () => {
  const project = newProject();
  const server = await project.start();
  expect((await add(server, project, 1)).status).toBe(200);
  const backedUp = await project.runAlone('backup', ['--json']);
  expect(backedUp.exitCode).toBe(0);
  const record = JSON.parse(backedUp.stdout);
  expect(record).toMatchObject({
    verdict: 'proven',
    tables: expect.arrayContaining([expect.objectContaining({ name: 'plants', count: 1 })]),
    removed: [],
  });
  expect((await add(server, project, 2)).status).toBe(200);

  const refused = await project.run('restore', [record.name]);
  expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
  expect(refused.stderr).toMatch(
    /^The store at .*\/data\/plants\.db is in use: stop the programs that use it/,
  );
  expect(await idsIn(server, project)).toEqual([1, 2]);
  server.child.kill('SIGTERM');
  await server.ended;

  const { exitCode, stdout } = await project.runAlone('restore', [record.name]);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(
    /^Restored data\/plants\.db as it was at [^\n]+: 1 plant, 1 actor, 1 token, 2 audit entries\.\n/,
  );
  const kept =
    /The former store is kept as (data\/plants\.db\.before-restore-[\d-]+)\./.exec(stdout)?.[1] ?? '';
  expect(stdout).toMatch(/\nNext: npm start\.\n$/);
  const verified = await project.run('audit', ['verify', '--json']);
  expect(JSON.parse(verified.stdout)).toMatchObject({ isIntact: true, entries: 3 });
  expect(
    await rowsOf(
      `file:${project.path('data/plants.db')}`,
      'SELECT action, subject FROM audit_entries WHERE number = 3',
    ),
  ).toEqual([{ action: 'store.restore', subject: record.takenAt }]);
  const old = new SqliteConnection(project.path(kept));
  expect(old.prepare('SELECT id FROM plants ORDER BY id').pluck().all()).toEqual([1, 2]);
  old.close();
  expect(await idsIn(await project.serve(), project)).toEqual([1]);
});

test('list and verify show the state of every backup; a damaged backup makes the exit code 1', async () => {
  const project = newProject();
  await project.token(['list']);
  const [first, second] = [
    await project.run('backup', ['--json']),
    await project.run('backup', ['--json']),
  ].map(({ stdout }) => JSON.parse(stdout));
  const good = await project.run('backup', ['list']);
  expect(good.exitCode).toBe(0);
  const rows = good.stdout
    .trimEnd()
    .split('\n')
    .map((row) => row.split(/ {2,}/));
  expect(rows.map(([name, taken, , , verdict]) => [name, taken, verdict])).toEqual([
    ['NAME', 'TAKEN', 'VERDICT'],
    [second.name, second.takenAt, 'proven'],
    [first.name, first.takenAt, 'proven'],
  ]);
  expect(await project.run('backup', ['verify', first.name])).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/ is proven: restored to a scratch place, it holds 1 actor, 1 token/),
  });

  const file = project.path(`data/backups/${first.file}`);
  const bytes = readFileSync(file);
  const offset = Math.floor(Math.random() * bytes.length);
  bytes.writeUInt8(bytes.readUInt8(offset) ^ 1, offset);
  writeFileSync(file, bytes);
  const listed = await project.run('backup', ['list', '--json']);
  expect(listed.exitCode).toBe(1);
  expect(listed.stderr).toContain(`${first.name} is damaged: its bytes have changed.\n`);
  expect(JSON.parse(listed.stdout)).toMatchObject([
    { name: second.name, verdict: 'proven', verifiedAt: second.verifiedAt, sha256: second.sha256 },
    { name: first.name, verdict: 'damaged', problem: 'its bytes have changed' },
  ]);
  // A path names a backup as well as its name does.
  for (const named of [first.name, file])
    expect((await project.run('backup', ['verify', named])).exitCode).toBe(1);
  expect((await project.run('restore', [first.name, '--to', 'elsewhere.db'])).exitCode).toBe(1);
  expect(project.made().filter((name) => name.startsWith('elsewhere'))).toEqual([]);
});

test('--to and --keep set the folder and the number of backups', async () => {
  const project = newProject();
  await project.token(['list']);
  const names = [];
  for (let i = 0; i < 3; i++)
    names.push(
      JSON.parse((await project.run('backup', ['--to', 'elsewhere', '--keep', '2', '--json'])).stdout).name,
    );
  expect(project.made().filter((name) => name.startsWith('elsewhere/'))).toEqual(
    names.slice(1).flatMap((name) => [`elsewhere/${name}.db`, `elsewhere/${name}.json`]),
  );
  const { stdout } = await project.run('restore', [`elsewhere/${names[2]}.db`, '--to', 'copy.db']);
  expect(stdout).toMatch(/^Restored copy\.db /);
  expect(stdout).toContain(`To use it, set DATABASE_URL=file:${project.path('copy.db')}.`);
  const wrong = await project.run('backup', ['list']);
  expect(wrong.stdout).toBe('There is no backup in data/backups; "npm run backup" creates one.\n');
});

test('a missing store is reported by backup, and nothing is created', async () => {
  const project = newProject();
  expect(await project.run('backup', [])).toEqual({
    exitCode: 1,
    stdout: '',
    stderr: `There is no store at ${project.path('data/plants.db')} yet; "npm start" creates one.\n`,
  });
  expect(project.made()).toEqual([]);
});

test.each([
  [['make'], '"make" is not a command; list and verify are, and none makes a backup.'],
  [['lst', 'x'], '"lst" is not a command; list and verify are, and none makes a backup.'],
  [['list', 'x'], '"x" is one word too many.'],
  [['verify'], 'Say which backup to verify'],
  [['verify', 'a', 'b'], '"b" is one word too many.'],
  [['--keep', '0'], '--keep takes how many'],
  [['--keep', 'all'], '--keep takes how many'],
  [['list', '--keep', '2'], '--keep goes with making a backup only.'],
  [['--to', ''], '--to takes a folder.'],
  [['--to'], '--to is not complete: --to and --keep take a value'],
  [['--colour'], '"--colour" is not an option; --to, --keep and --json are.'],
])('invalid arguments of backup are refused before anything is done: %j', (words, message) => {
  expect(() => parseBackup(words)).toThrow(UsageError);
  expect(() => parseBackup(words)).toThrow(message);
});

test.each([
  [[], 'Say which backup to restore'],
  [['a', 'b'], '"b" is one word too many.'],
  ...['', 'file:copy.db'].map((address): [string[], string] => [
    ['a', '--to', address],
    '--to takes the path of a file, or the address of a PostgreSQL database, such as postgresql://user:password@host:5432/plants; what was given is neither.',
  ]),
  [
    ['a', '--to', 'postgresql://plants:secret@host:port/plants'],
    '--to: the address of the database cannot be used: its port is not a number',
  ],
  [
    ['a', '--to', 'postgresql://host/'],
    '--to: the address of the database cannot be used: it names no database',
  ],
  [['a', '--keep', '1'], '"--keep" is not an option; --to and --json are.'],
  [['a', '--to'], '--to is not complete: --to takes a value, --json takes none.'],
])('invalid arguments of restore are refused before anything is done: %j', (words, message) => {
  expect(() => parseRestore(words)).toThrow(UsageError);
  expect(() => parseRestore(words)).toThrow(message);
});

test.each(['backup', 'restore'] as const)('%s --help prints the usage and makes nothing', async (command) => {
  const project = newProject();
  const { exitCode, stdout, stderr } = await project.run(command, ['--help']);
  expect([exitCode, stderr, project.made()]).toEqual([0, '', []]);
  expect(stdout).toMatch(new RegExp(`^Usage:\n  npm run ${command} `));
});
