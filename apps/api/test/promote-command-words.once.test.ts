import { expect, test } from 'vitest';
import { UsageError } from '../src/commands/command.ts';
import { parseCommand } from '../src/commands/promote-command.ts';

test.each([[['help']], [['--help']], [['--to', 'nonsense', '-h']]])('help for %j', (words) => {
  expect(parseCommand(words)).toBeUndefined();
});

test.each([
  [[], 'Say with --to where to: the address of a PostgreSQL database.'],
  [['--write-env'], '--write-env goes with --to and --go-back only.'],
  [['--cancel', '--write-env'], '--write-env goes with --to and --go-back only.'],
  [['--to'], '--to is not complete: --to takes a value, --json takes none.'],
  [['--from', 'x'], '"--from" is not an option; --to, --write-env, --cancel, --go-back and --json are.'],
  [['postgresql://plants:secret@host/plants'], 'Only options are taken: the address goes after --to.'],
  [
    ['--to', 'postgresql://plants:secret@host/plants', '--cancel'],
    'Give one of --to, --cancel and --go-back.',
  ],
  [['--cancel', '--go-back'], 'Give one of --to, --cancel and --go-back.'],
  ...['mysql://plants:secret@host/plants', 'file:./secret.db', 'secret', ''].map(
    (address): [string[], string] => [
      ['--to', address],
      '--to takes the address of a PostgreSQL database, such as postgresql://user:password@host:5432/plants; what was given is none.',
    ],
  ),
])('the arguments %j are refused, without a password in the message', (words, message) => {
  expect(() => parseCommand(words)).toThrow(new UsageError(message));
});
