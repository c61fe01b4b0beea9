import { describe, expect, test } from 'vitest';
import {
  ErrorBody,
  type ErrorCode,
  errorNumbers,
  errorTitles,
  Problem,
  StoreError,
  statusOf,
} from '../src/index.ts';

const codes = Object.keys(errorNumbers) as ErrorCode[];

// Programs depend on these numbers. A number never changes and is never reused; new numbers are added here.
const published: Record<ErrorCode, number> = {
  badRequest: 40000,
  malformedJson: 40001,
  mediaType: 40002,
  invalidField: 40003,
  idTaken: 40004,
  unreadableFile: 40005,
  noToken: 40100,
  invalidToken: 40101,
  endedToken: 40102,
  wrongPassword: 40103,
  deactivated: 40104,
  wrongPasskey: 40105,
  scopeMissing: 40300,
  notFound: 40400,
  methodNotAllowed: 40500,
  gone: 41000,
  preconditionFailed: 41200,
  tooLarge: 41300,
  preconditionRequired: 42800,
  tooManyRequests: 42900,
  internal: 50000,
  unavailable: 50300,
};

describe('the error table', () => {
  test('has the published numbers', () => {
    expect(Object.fromEntries(codes.map((code) => [code, errorNumbers[code]]))).toEqual(published);
  });

  test('has unique numbers, and a title for each', () => {
    const numbers = codes.map((code) => errorNumbers[code]);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(codes.filter((code) => errorTitles[code].trim() === '')).toEqual([]);
  });

  test('each number is an int32 that begins with its HTTP status', () => {
    for (const code of codes) {
      expect(ErrorBody.shape.error.safeParse(errorNumbers[code]).success).toBe(true);
      expect(String(errorNumbers[code]).slice(0, 3)).toBe(String(statusOf(code)));
      expect(statusOf(code)).toBeGreaterThanOrEqual(400);
      expect(statusOf(code)).toBeLessThan(600);
    }
  });
});

describe('the body of an error', () => {
  test('has exactly a number and a message', () => {
    expect(ErrorBody.parse({ error: 40000, message: 'no', stack: 'at …' })).toEqual({
      error: 40000,
      message: 'no',
    });
  });

  test.each([
    ['an empty message', { error: 40000, message: '' }],
    ['no message', { error: 40000 }],
    ['a number above int32', { error: 2 ** 31, message: 'no' }],
    ['a number as text', { error: '40000', message: 'no' }],
  ])('is refused with %s', (_what, body) => expect(ErrorBody.safeParse(body).success).toBe(false));

  test('has the fields at fault as problem details', () => {
    const problem = {
      type: 'about:blank',
      title: errorTitles.invalidField,
      status: 400,
      detail: 'id is missing',
      error: 40003,
      message: 'id is missing',
      errors: [{ pointer: '/id', message: 'is missing' }],
    };
    expect(Problem.parse(problem)).toEqual(problem);
  });
});

test('an error of the store does not show its cause', () => {
  const cause = new Error('SQLITE_FULL at /srv/data');
  const error = new StoreError('unavailable', 'try again', { cause });
  expect(error.cause).toBe(cause);
  expect(JSON.stringify(error)).not.toContain('SQLITE_FULL');
  expect([error.problems, error.headers]).toEqual([[], {}]);
});
