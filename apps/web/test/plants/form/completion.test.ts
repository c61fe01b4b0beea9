import { expect, test } from 'vitest';
import { restOf } from '../../../src/plants/form/completion.ts';

test('the rest of the first spelling that begins with the text is offered, in any case', () => {
  expect(restOf('mon', ['Monstera deliciosa', 'Monarda'])).toBe('stera deliciosa');
  expect(restOf('Monstera d', ['Monstera deliciosa'])).toBe('eliciosa');
});

test('nothing is offered for an empty text, a whole spelling, or one with other diacritics', () => {
  expect(restOf('', ['Monstera'])).toBe('');
  expect(restOf(' mon', ['Monstera'])).toBe('');
  expect(restOf('Monstera', ['Monstera'])).toBe('');
  expect(restOf('pu', ['Pūhā'])).toBe('');
});
