import { createHash } from 'node:crypto';

/** The stored form of a token, a session secret or a code: SHA-256 in hex. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
