import { hash } from 'node:crypto';
import type { PasswordHashing } from '../src/auth/sessions/better-auth.ts';

/** Hashes passwords in microseconds, for tests of other subjects; scrypt needs 50 ms. */
export const quickHashing: PasswordHashing = {
  hash: async (password) => hash('sha256', password.normalize('NFKC')),
  verify: async ({ hash: stored, password }) => stored === (await quickHashing.hash(password)),
};
