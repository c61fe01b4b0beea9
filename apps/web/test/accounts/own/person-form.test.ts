import { expect, test } from 'vitest';
import { refusedPerson } from '../../../src/accounts/own/person-form.ts';

const refused = (problem: object) =>
  refusedPerson(
    {
      error: 40003,
      message: 'refused',
      problems: [{ pointer: '/password', message: 'est faible', ...problem }],
    },
    new FormData(),
  ).problems.password;

test('a weak password has a text by the kind of its problem, whatever the words of the store', () => {
  expect(refused({ kind: 'commonPassword' })).toMatch(/^This password is too common\./);
  expect(refused({ kind: 'passwordOfOwnWords' })).toMatch(
    /^This password is too easy to guess because it uses your/,
  );
  expect(refused({ kind: 'passwordOfTradeWords' })).toMatch(/made of plant and garden words\. Use three/);
});

test('another problem of a password is told in the words of the store', () => {
  expect(refused({})).toBe('Password est faible.');
  expect(refused({ message: 'is too common' })).toBe('Password is too common.');
});
