import { expect, test } from 'vitest';
import { compose, textOf } from '../../src/core/sql.ts';

test('a question mark in an SQL literal is no placeholder', () => {
  const withLiteral = compose`SELECT ${1n}, '?'`;
  const withValue = compose`SELECT ?, '${1n}'`;
  const numbered = (index: number) => `$${index}`;
  expect(textOf(withLiteral, numbered)).toBe("SELECT $1, '?'");
  expect(textOf(withValue, numbered)).toBe("SELECT ?, '$1'");
});
