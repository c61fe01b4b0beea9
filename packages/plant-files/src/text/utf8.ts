/**
 * Decoded text. In UTF-8, `badBytes` begin at the first invalid byte. With `isCutOff` they begin an incomplete
 * character. With `isInvalid`, bytes without a character follow the text of another encoding.
 */
export type Decoded = { text: string; badBytes?: Uint8Array; isCutOff?: boolean; isInvalid?: boolean };

/** Decodes the next block. A character in two blocks is returned with the second. A byte order mark is not removed. */
export type Decode = (block: Uint8Array, isLast: boolean) => Decoded;

export function utf8Decoder(): Decode {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let rest = new Uint8Array(0);
  return (block, isLast) => {
    const bytes = joined(rest, block);
    const end = isLast ? bytes.length : bytes.length - incompleteBytes(bytes);
    rest = bytes.slice(end);
    try {
      return { text: decoder.decode(bytes.subarray(0, end)) };
    } catch {
      const bad = firstMalformed(bytes.subarray(0, end));
      const text = decoder.decode(bytes.subarray(0, bad));
      const badBytes = bytes.subarray(bad);
      return isLast && badBytes.length === incompleteBytes(bytes)
        ? { text, badBytes, isCutOff: true }
        : { text, badBytes };
    }
  };
}

function joined(rest: Uint8Array, block: Uint8Array): Uint8Array {
  if (rest.length === 0) return block;
  const bytes = new Uint8Array(rest.length + block.length);
  bytes.set(rest);
  bytes.set(block, rest.length);
  return bytes;
}

function incompleteBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return charLength(byte) > back ? back : 0;
  }
  return 0;
}

function charLength(lead: number): number {
  if (lead >= 0xf0) return lead <= 0xf4 ? 4 : 1;
  if (lead >= 0xe0) return 3;
  return lead >= 0xc2 ? 2 : 1;
}

function firstMalformed(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const lead = bytes[at] ?? 0;
    const length = charLength(lead);
    const second = bytes[at + 1] ?? 0;
    if (lead >= 0x80 && length === 1) return at;
    if ((lead === 0xe0 && second < 0xa0) || (lead === 0xed && second > 0x9f)) return at;
    if ((lead === 0xf0 && second < 0x90) || (lead === 0xf4 && second > 0x8f)) return at;
    for (let i = 1; i < length; i++) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return at;
    at += length;
  }
  return at;
}
