import { blocks } from './blocks.ts';
import { type Encoding, windows1252Character } from './encoding.ts';
import { type FileDecoder, fileDecoder, isUtf16 } from './file-decoder.ts';
import { assertTextFile } from './file-type.ts';
import { describePosition, type Position, unreadableFile } from './unreadable-file.ts';

/** `errorAt` gives the error for invalid bytes after the piece, which with `isCutOff` begin a character. */
export type TextPiece = {
  text: string;
  isLast: boolean;
  errorAt?: (place: Position) => Error;
  isCutOff?: boolean;
};

export type FileText = {
  pieces: AsyncGenerator<TextPiece, void, void>;
  encoding: () => Encoding;
};

export function readText(source: AsyncIterable<Uint8Array>, declared?: Encoding): FileText {
  let decoder: FileDecoder | undefined;
  const begin = async (head: Uint8Array) => {
    const make = () => fileDecoder(head, declared);
    const made = await make();
    const text = isUtf16(made.encoding()) ? (await make()).decode(head, false).text : undefined;
    assertTextFile(head, text);
    return made;
  };
  async function* pieces() {
    let before: Uint8Array | undefined;
    for await (const block of blocks(source)) {
      if (before && decoder) yield next(decoder, before, false);
      else decoder = await begin(block);
      before = block;
    }
    if (before && decoder) yield next(decoder, before, true);
    else assertTextFile(new Uint8Array(0));
  }
  return { pieces: pieces(), encoding: () => decoder?.encoding() ?? declared ?? 'utf-8' };
}

/** Only a person can know it. Other encodings seldom look like UTF-8: three such characters mean damaged UTF-8. */
export async function isEncodingUnclear(source: AsyncIterable<Uint8Array>): Promise<boolean> {
  const { pieces, encoding } = readText(source);
  let utf8 = '';
  for await (const { text, errorAt, isCutOff } of pieces) {
    if (encoding() !== 'utf-8') return encoding() === 'windows-1252';
    utf8 += text.replaceAll(/[\0-\x7f]+/g, '');
    if (utf8.length >= 3 || utf8.startsWith('\ufeff')) return false;
    if (errorAt) return !isCutOff;
  }
  return false;
}

function next(decoder: FileDecoder, block: Uint8Array, isLast: boolean): TextPiece {
  const { text, badBytes, isCutOff, isInvalid } = decoder.decode(block, isLast);
  const piece = { text, isLast };
  const errorAt = (message: (place: string) => string) => (place: Position) =>
    unreadableFile(message(describePosition(place)));
  if (isCutOff) return { ...piece, isCutOff, errorAt: errorAt(cutOff) };
  if (isInvalid) return { ...piece, errorAt: errorAt((place) => notIn(decoder.encoding(), place)) };
  if (badBytes) return { ...piece, errorAt: errorAt((place) => notUtf8(badBytes[0] ?? 0, place)) };
  return piece;
}

const wayOut =
  'save it as UTF-8 ("CSV UTF-8" in Excel, "UTF-8" in an editor) and send it again, or send it with its encoding, such as "Content-Type: text/csv; charset=shift_jis"';

const cutOff = (place: string) =>
  `the file ends in the middle of a character in ${place}: it was cut off, or is not in UTF-8; send it whole and in UTF-8`;

const notIn = (encoding: Encoding, place: string) =>
  `the file is not in ${encoding}: ${place}, has a byte that is no character there; ${wayOut}`;

function notUtf8(byte: number, place: string): string {
  const character = windows1252Character(byte);
  const hex = byte.toString(16).toUpperCase().padStart(2, '0');
  const guess = character === undefined ? '' : ` (in Windows-1252 it would be "${character}")`;
  return `the file is not in UTF-8: ${place}, has the byte 0x${hex}${guess}; ${wayOut}`;
}
