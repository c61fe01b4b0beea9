/** The name of an encoding in the Encoding Standard, in lower case, such as `shift_jis`. */
export type Encoding = string;

/** The encoding with this label of the Encoding Standard, such as `sjis`; `undefined` if text cannot be in it. */
export function encodingOf(label: string): Encoding | undefined {
  try {
    // The names of the standard that stand for no text: x-user-defined here, and replacement, which throws.
    const { encoding } = new TextDecoder(label);
    return encoding === 'x-user-defined' ? undefined : encoding;
  } catch {
    return undefined;
  }
}

/** The encoding that the byte order mark at the beginning of a file names. FF FE 00 00 is that of UTF-32. */
export function markedEncoding([first, second, third, fourth]: Uint8Array):
  | 'utf-8'
  | 'utf-16le'
  | 'utf-16be'
  | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return third === 0 && fourth === 0 ? undefined : 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

const sampleBytes = 4096;

export function utf16Of(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const marked = markedEncoding(head);
  if (marked !== undefined) return marked === 'utf-8' ? undefined : marked;
  return utf16WithoutMark(head.subarray(0, sampleBytes));
}

/** Spaces, digits and Latin letters in UTF-16 have a zero in every other byte, and no control character beside it. */
function utf16WithoutMark(sample: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const zeros = { even: 0, odd: 0 };
  for (const [at, byte] of sample.entries()) {
    if (byte !== 0) continue;
    if (isControl(sample[at ^ 1] ?? 0)) return undefined;
    zeros[at % 2 === 0 ? 'even' : 'odd'] += 1;
  }
  const enough = sample.length / 8;
  if (zeros.odd > enough && zeros.even === 0) return 'utf-16le';
  if (zeros.even > enough && zeros.odd === 0) return 'utf-16be';
  return undefined;
}

const isControl = (byte: number) => byte < 0x20 && ![0x09, 0x0a, 0x0d].includes(byte);

export function windows1252Character(byte: number): string | undefined {
  const character = new TextDecoder('windows-1252').decode(Uint8Array.of(byte));
  return /\p{Cc}/u.test(character) ? undefined : character;
}
