import { expect, test } from 'vitest';
import { restOf } from '../../../src/plants/form/completion.ts';

test('a completion is the rest of the first spelling that begins with the text, ignoring case', () => {
  expect(restOf('mon', ['Monstera deliciosa', 'Monarda'])).toBe('stera deliciosa');
  expect(restOf('Monstera d', ['Monstera deliciosa'])).toBe('eliciosa');
});

test('an empty text, a complete spelling and a spelling with other diacritics have no completion', () => {
  expect(restOf('', ['Monstera'])).toBe('');
  expect(restOf(' mon', ['Monstera'])).toBe('');
  expect(restOf('Monstera', ['Monstera'])).toBe('');
  expect(restOf('pu', ['Pūhā'])).toBe('');
});
