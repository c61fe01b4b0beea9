import { expect, test } from 'vitest';
import { isAllowed, Scope, scopes } from '../src/index.ts';

test('the published scopes', () => {
  expect(scopes).toEqual(['plants:read', 'plants:write', 'plants:delete', 'imports', 'tokens', 'admin']);
});

test('a scope allows exactly its name; admin allows all scopes', () => {
  const allowed = scopes.flatMap((held) =>
    scopes.filter((needed) => isAllowed([held], needed)).map((needed) => `${held} > ${needed}`),
  );
  expect(allowed).toEqual([
    'plants:read > plants:read',
    'plants:write > plants:write',
    'plants:delete > plants:delete',
    'imports > imports',
    'tokens > tokens',
    'admin > plants:read',
    'admin > plants:write',
    'admin > plants:delete',
    'admin > imports',
    'admin > tokens',
    'admin > admin',
  ]);
});

test('a caller without scopes has no permission', () => {
  expect(scopes.filter((needed) => isAllowed([], needed))).toEqual([]);
});

test.each(['', 'Admin', 'plants', 'plants:prune', '__proto__'])('%j is no scope', (text) => {
  expect(Scope.safeParse(text).success).toBe(false);
});
