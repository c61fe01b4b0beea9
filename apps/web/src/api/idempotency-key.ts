/** A key under which a request may be sent again and is done once. Not `randomUUID`, which plain HTTP does not have. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
