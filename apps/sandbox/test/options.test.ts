import { expect, test } from 'vitest';
import { parseOptions } from '../src/options.ts';

test('options give the plants and the database; help gives none', () => {
  expect(parseOptions([])).toEqual({ plants: 0, database: undefined });
  const url = 'postgresql://u:p@localhost:5432/d';
  expect(parseOptions(['--plants', '2000', `--database=${url}`])).toEqual({ plants: 2000, database: url });
  expect(parseOptions(['--help'])).toBeUndefined();
});

for (const [words, message] of [
  [['--plants', '-1'], '--plants is not complete'],
  [['--plants=0'], '"0" is not a number of plants; 1 to 1000000 are.'],
  [['--plants', '2e3'], '"2e3" is not a number of plants'],
  [['--plants', '1000001'], '"1000001" is not a number of plants'],
  [['--port', '3000'], '"--port" is not an option; --plants, --database'],
  [['2000'], '"2000" is one word too many'],
  [['--database', 'file:plants.db'], '--database takes the address of a PostgreSQL database'],
  [['--database', 'postgresql://localhost'], 'it names no database'],
] as const)
  test(`a sandbox refuses ${words.join(' ')}`, () => {
    expect(() => parseOptions([...words])).toThrow(message);
  });
