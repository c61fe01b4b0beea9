import { expect, test } from 'vitest';
import { isSupported } from '../../src/promotion/target.ts';

test.each([
  ['9.6.24', false],
  ['10.23 (Debian 10.23-1)', false],
  ['11.2-YB-2.25.0', true],
  ['13.0.0', true],
  ['18beta1', true],
])('PostgreSQL %s as a target: %s', (version, isFit) => {
  expect(isSupported(version)).toBe(isFit);
});
