import { isOnPostgresql, rowsOf } from '@plant-store/db/testing';
import { expect, test } from 'vitest';
import { parseCommand } from '../src/commands/audit-command.ts';
import { newProject } from './project.ts';

test('verify reports an unchanged log, gives the hash to keep, and finds that hash again', async () => {
  const project = newProject();
  const made = await project.token(['create', '--name', 'till', '--scope', 'plants:read', '--json']);
  expect(made.exitCode).toBe(0);
  const { exitCode, stdout } = await project.runAlone('audit', ['verify', '--json']);
  const { head, ...verdict } = JSON.parse(stdout);
  expect([exitCode, verdict]).toEqual([0, { isIntact: true, entries: 2, waiting: 0 }]);
  const again = await project.run('audit', ['verify', '--head', head]);
  expect([again.exitCode, again.stderr]).toEqual([0, '']);
  expect(again.stdout).toBe(
    `The audit log is intact: 2 entries. The given hash is that of entry 2.\nThe hash of the last entry; keep it elsewhere and pass it as --head next time:\n\n  ${head}\n`,
  );
  const other = await project.run('audit', ['verify', '--head', 'a'.repeat(64)]);
  expect([other.exitCode, other.stderr]).toEqual([
    1,
    // On a busy machine, lines of progress come before the result.
    expect.stringMatching(/^No entry has the given hash\. The chain of the audit log is intact/),
  ]);
});

test('verify reports a changed log with advice, and its exit code is 1', async () => {
  const project = newProject();
  await project.token(['create', '--name', 'till', '--scope', 'plants:read']);
  const file = `file:${project.path('data/plants.db')}`;
  await rowsOf(file, 'DROP TRIGGER audit_entries_are_not_removed');
  await rowsOf(file, 'DELETE FROM audit_entries WHERE number = 2');
  const { exitCode, stdout, stderr } = await project.run('audit', ['verify', '--json']);
  const fault = 'the last entry, 2, is missing';
  expect(JSON.parse(stdout)).toMatchObject({ isIntact: false, fault, entries: 1 });
  expect([exitCode, stderr]).toEqual([
    1,
    expect.stringContaining(
      `The audit log was changed: ${fault}. The chain is intact up to entry 1. docs/audit.md says what to do.\n`,
    ),
  ]);
});

test.runIf(!isOnPostgresql)('verify reports a missing store, and creates none', async () => {
  const project = newProject();
  const { exitCode, stderr } = await project.run('audit', ['verify']);
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('There is no store at ')]);
  expect(project.made()).toEqual([]);
});

test.for([
  [['check'], '"check" is not a command; verify is.'],
  [['verify', 'all'], '"all" is one word too many.'],
  [['verify', '--head', 'abc'], '--head takes the hash of an entry'],
  [['verify', '--heads', 'abc'], '"--heads" is not an option; --head and --json are.'],
] as const)('the arguments %j are refused, and the error lists the valid ones', ([words, said]) => {
  expect(() => parseCommand([...words])).toThrow(said);
});
