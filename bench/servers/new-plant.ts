import { parseExactly } from './exact-json.ts';

export type NewPlant = { id: number | bigint; name: string; tag: string | null };

/** An error in the input, with a message for the sender. */
export class Refusal extends Error {
  readonly error: number;
  constructor(error: number, message: string) {
    super(message);
    this.error = error;
  }
}

const accepted = `a whole number from ${-(2n ** 63n)} to ${2n ** 63n - 1n}`;

/**
 * Reads the body of `POST /plants` by the rules of the contract: ids exact, texts trimmed and in NFC.
 * @throws Refusal
 */
export function readNewPlant(body: string): NewPlant {
  const sent = parseBody(body);
  return {
    id: idOf(sent.id),
    name: textOf('name', sent.name, 200),
    tag: sent.tag === undefined ? null : textOf('tag', sent.tag, 100),
  };
}

function parseBody(body: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = parseExactly(body);
  } catch {
    throw new Refusal(40001, 'the body is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal(40003, 'a JSON object is needed');
  return value as Record<string, unknown>;
}

function idOf(id: unknown): number | bigint {
  if (typeof id === 'number' && Number.isSafeInteger(id)) return id;
  if (typeof id === 'bigint' && BigInt.asIntN(64, id) === id) return id;
  throw new Refusal(40003, `id must be ${accepted}`);
}

const plainText = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

function textOf(field: string, sent: unknown, max: number): string {
  // Most texts are valid without trimming or composing.
  if (typeof sent === 'string' && sent.length <= max && plainText.test(sent)) return sent;
  const text = typeof sent === 'string' ? sent.trim().normalize('NFC') : '';
  const length = text.length <= max ? text.length : [...text].length;
  if (length < 1 || length > max || /\p{Cc}/u.test(text) || !text.isWellFormed())
    throw new Refusal(40003, `${field} must be text of 1 to ${max} characters, without control characters`);
  return text;
}
