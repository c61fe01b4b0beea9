import { expect, test } from 'vitest';
import { restOf } from '../../../src/plants/completion/use-completion.tsx';

test('a completion adds the rest of the first spelling with the same beginning, ignoring case', () => {
  expect(restOf('mon', ['Monstera deliciosa', 'Monarda'])).toBe('stera deliciosa');
  expect(restOf('Monstera d', ['Monstera deliciosa'])).toBe('eliciosa');
});

test('empty texts, complete spellings and spellings with other diacritics have no completion', () => {
  expect(restOf('', ['Monstera'])).toBe('');
  expect(restOf(' mon', ['Monstera'])).toBe('');
  expect(restOf('Monstera', ['Monstera'])).toBe('');
  expect(restOf('pu', ['Pūhā'])).toBe('');
});
