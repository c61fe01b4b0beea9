import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isWellFormedToken, newToken } from '../../src/index.ts';

const base62 = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];

describe('a new token', () => {
  test('is plt_, 43 digits for 32 random bytes, and 6 for the checksum', () => {
    expect(newToken()).toMatch(/^plt_[0-9A-Za-z]{49}$/);
  });

  test('is well formed and unique', () => {
    const made = Array.from({ length: 1000 }, newToken);
    expect(made.filter((token) => !isWellFormedToken(token))).toEqual([]);
    expect(new Set(made).size).toBe(made.length);
  });

  test('has a checksum that detects a wrong, missing or swapped character', () => {
    const token = newToken();
    const at = fc.integer({ min: 4, max: token.length - 1 });
    fc.assert(
      fc.property(at, fc.constantFrom(...base62), (index, digit) => {
        const mistyped = token.slice(0, index) + digit + token.slice(index + 1);
        expect(isWellFormedToken(mistyped)).toBe(mistyped === token);
        expect(isWellFormedToken(token.slice(0, index) + token.slice(index + 1))).toBe(false);
        const swapped = token.slice(0, index - 1) + token[index] + token[index - 1] + token.slice(index + 1);
        if (index > 4) expect(isWellFormedToken(swapped)).toBe(swapped === token);
      }),
    );
  });
});

describe('a token that the owner chose', () => {
  test.each([32, 200])('may be %i characters long', (length) => {
    expect(isWellFormedToken('a'.repeat(length))).toBe(true);
  });

  test.each([0, 1, 31, 201])('is refused with %i characters', (length) => {
    expect(isWellFormedToken('a'.repeat(length))).toBe(false);
  });

  test('has the characters of b64token in RFC 6750: ASCII without spaces, = only at its end', () => {
    expect(isWellFormedToken(`${'aZ09-._~+/'.repeat(4)}==`)).toBe(true);
    for (const odd of ['=', ' ', '\n', '"', ',', 'é', '🌿', '\0', '%'])
      expect(isWellFormedToken(`${'a'.repeat(20)}${odd}${'a'.repeat(20)}`)).toBe(false);
    expect(isWellFormedToken(`${'a'.repeat(40)}\n`)).toBe(false);
  });

  test('is refused with the prefix of a generated token', () => {
    expect(isWellFormedToken(`plt_${'a'.repeat(49)}`)).toBe(false);
    expect(isWellFormedToken(`plt_${'a'.repeat(60)}`)).toBe(false);
  });
});
