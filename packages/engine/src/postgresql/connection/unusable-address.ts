/** The error for an address that cannot be used; its message is the rest of a sentence, without a password. */
export class Unusable extends Error {}

/** PostgreSQL cuts longer names. */
export const nameMaxBytes = 63;

export function nameFault(name: string): string | undefined {
  if (name === '') return 'is empty';
  if (Buffer.byteLength(name) > nameMaxBytes) return `is longer than ${nameMaxBytes} bytes`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are refused
  if (/[\0-\x1f\x7f]/.test(name)) return 'contains a control character';
  return undefined;
}
