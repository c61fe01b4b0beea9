import { expect, test } from 'vitest';
import { UsageError } from '../src/commands/command.ts';
import { parseCommand } from '../src/commands/token-command.ts';
import { newProject } from './project.ts';

test.each([[[]], [['help']], [['create', '--help']]])(
  'the token command prints help for %j, and makes nothing',
  async (words) => {
    const project = newProject();
    const { exitCode, stdout, stderr } = await project.token(words);
    expect([exitCode, stderr, project.made()]).toEqual([0, '', []]);
    expect(stdout).toMatch(/^Usage:\n/);
  },
);

const named = ['create', '--name', 'clerk'];
test.each([
  [['remove'], '"remove" is not a command'],
  [['create', '--scope', 'admin'], 'Give the token a --name'],
  [['create', '--name', ' x', '--scope', 'admin'], 'Give the token a --name'],
  [['create', '--name', 'x'.repeat(65), '--scope', 'admin'], 'Give the token a --name'],
  [['create', '--name', 'PLANT_STORE_TOKEN', '--scope', 'admin'], 'the name of the token from that setting'],
  [named, 'Say with --scope what the token may do'],
  [[...named, '--scope', ' , '], 'Say with --scope what the token may do'],
  [[...named, '--scope', 'plants:prune'], '"plants:prune" is not a scope'],
  [[...named, '--scope', 'admin', '--expires', '0d'], '--expires takes'],
  [[...named, '--scope', 'admin', '--expires', '90'], '--expires takes'],
  [[...named, '--scope', 'admin', '--expires', '1y'], '--expires takes'],
  [
    [...named, '--scope', 'admin', '--colour', 'green'],
    '"--colour" is not an option; --name, --scope, --expires and --json are.',
  ],
  [['create', '--name', '--scope', 'admin'], '--name is not complete'],
  [['list', '--json=yes'], '--json is not complete'],
  [['create', 'clerk', '--scope', 'admin'], '"clerk" is one word too many'],
  [['revok', 'clerk'], '"revok" is not a command'],
  [['list', 'clerk'], '"clerk" is one word too many'],
  [['revoke'], 'Say which token to revoke'],
  [['revoke', ''], 'Say which token to revoke'],
  [['revoke', 'a', 'b'], '"b" is one word too many'],
])('invalid arguments are refused before any store is opened: %j', (words, message) => {
  const parse = () => parseCommand(words);
  expect(parse).toThrow(UsageError);
  expect(parse).toThrow(message);
});

test.each([[['list', 'clerk']], [['create', '--name', 'clerk']]])(
  '%j gives exit code 1 with the usage, and makes nothing',
  async (words) => {
    const project = newProject();
    const { exitCode, stdout, stderr } = await project.token(words);
    expect([exitCode, stdout, project.made()]).toEqual([1, '', []]);
    expect(stderr).toMatch(/^[^\n]+\n\nUsage:\n/);
  },
);

test('an invalid setting fails the command with one line', async () => {
  const project = newProject();
  const { exitCode, stdout, stderr } = await project.runAlone('token', ['list'], {
    DATABASE_URL: 'nonsense',
  });
  expect([exitCode, stdout, project.made()]).toEqual([1, '', []]);
  expect(stderr).toMatch(/^DATABASE_URL must be [^\n]+\n$/);
});
