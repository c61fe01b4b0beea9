import { expect, test } from 'vitest';
import { UsageError } from '../src/commands/command.ts';
import { parseCommand } from '../src/commands/seed-command.ts';
import { seedPlants } from '../src/commands/seed-plants.ts';

test.each([[['help']], [['--help']], [['10', '-h']]])('the seed command prints help for %j', (words) => {
  expect(parseCommand(words)).toBeUndefined();
});

test.each([[[]], [['1']], [['1000000']], [['50', '--json']]])(
  'the seed command accepts the words %j',
  (words) => {
    expect(parseCommand(words)).toMatchObject({ isJson: words.includes('--json') });
  },
);

test.each([
  ...['0', '1.5', '1e3', '1000001', 'many', ''].map((count): [string[], string] => [
    [count],
    `"${count}" is not a number of plants; 1 to 1000000 are.`,
  ]),
  [['5', '6'], '"6" is one word too many.'],
  [['-5'], '"--5" is not an option; --json is.'],
  [['--count', '5'], '"--count" is not an option; --json is.'],
  [['--json=5'], '--json is not complete: --json takes none.'],
])('the seed command refuses the arguments %j', (words, message) => {
  expect(() => parseCommand(words)).toThrow(new UsageError(message));
});

test('2,400 plants have 2,400 names, and a longer list begins with the same plants', async () => {
  const textOf = async (count: number) => {
    const pieces = [];
    for await (const piece of seedPlants(count)) pieces.push(piece);
    return Buffer.concat(pieces).toString();
  };
  const text = await textOf(2_400);
  const names = text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[1]);
  expect(new Set(names).size).toBe(2_400);
  expect((await textOf(5_000)).startsWith(text)).toBe(true);
});
