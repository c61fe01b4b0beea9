import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const prefix = 'plt_';
/** 32 bytes need 43 base62 digits, a CRC-32 needs 6. */
const secretLength = 43;
const checksumLength = 6;
const shape = new RegExp(`^${prefix}[0-9A-Za-z]{${secretLength + checksumLength}}$`);

/** A new token: `plt_`, 32 random bytes in base62, and a checksum that detects typos without the database. */
export function newToken(): string {
  const secret = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength);
  return prefix + secret + checksum(prefix + secret);
}

/** Whether a string can be a token: RFC 6750's `b64token` of 32 to 200 characters, after `plt_` with a checksum. */
export function isWellFormedToken(token: string): boolean {
  if (!token.startsWith(prefix))
    return /^[A-Za-z0-9\-._~+/]+=*$/.test(token) && token.length >= 32 && token.length <= 200;
  return shape.test(token) && token.endsWith(checksum(token.slice(0, -checksumLength)));
}

/** The stored form of a token, a session secret or a code: SHA-256 in hex. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

const checksum = (text: string) => base62(BigInt(crc32(text)), checksumLength);

function base62(value: bigint, length: number): string {
  let digits = '';
  for (let rest = value; digits.length < length; rest /= 62n) digits = alphabet[Number(rest % 62n)] + digits;
  return digits;
}
