import { hash } from 'node:crypto';
import type { PasswordHashing } from '../src/auth/sessions/better-auth.ts';

/** Hashes passwords in microseconds, for tests in which passwords are not the subject; scrypt takes 50 ms for each. */
export const quickHashing: PasswordHashing = {
  hash: async (password) => hash('sha256', password.normalize('NFKC')),
  verify: async ({ hash: stored, password }) => stored === (await quickHashing.hash(password)),
};
