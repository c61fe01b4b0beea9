/**
 * A new idempotency key: a repeated request with the same key has an effect only once. `randomUUID` is missing on pages
 * over plain HTTP.
 */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
