import { blocks } from './blocks.ts';
import { type Encoding, windows1252Character } from './encoding.ts';
import { type FileDecoder, fileDecoder } from './file-decoder.ts';
import { assertTextFile } from './file-type.ts';
import { describePosition, type Position, unreadableFile } from './unreadable-file.ts';
import type { Decoded } from './utf8.ts';

/**
 * A piece of a file's text. `errorAt` gives the error for invalid bytes after the piece; its argument is the place
 * where the text ends.
 */
export type TextPiece = { text: string; isLast: boolean; errorAt?: (place: Position) => Error };

export type FileText = {
  /** The pieces in order. The byte order mark is in the first one. */
  pieces: AsyncGenerator<TextPiece, void, void>;
  /** The encoding according to the pieces so far; final after the last one. */
  encoding: () => Encoding;
};

/** The text of a file. @param declared the only encoding to try */
export function readText(source: AsyncIterable<Uint8Array>, declared?: Encoding): FileText {
  let decoder: FileDecoder | undefined;
  const begin = (head: Uint8Array) => {
    const made = fileDecoder(head, declared);
    const isUtf16 = made.encoding().startsWith('utf-16');
    assertTextFile(head, isUtf16 ? fileDecoder(head, declared).decode(head, false).text : undefined);
    return made;
  };
  async function* pieces() {
    let before: Uint8Array | undefined;
    for await (const block of blocks(source)) {
      if (before && decoder) yield piece(decoder.decode(before, false), false);
      else decoder = begin(block);
      before = block;
    }
    if (before && decoder) yield piece(decoder.decode(before, true), true);
    else assertTextFile(new Uint8Array(0));
  }
  return { pieces: pieces(), encoding: () => decoder?.encoding() ?? declared ?? 'utf-8' };
}

function piece({ text, badBytes, isCutOff }: Decoded, isLast: boolean): TextPiece {
  if (isCutOff)
    return {
      text,
      isLast,
      errorAt: (place) =>
        unreadableFile(
          `the file ends in the middle of a character in ${describePosition(place)}: it was cut off, or is not in UTF-8; send it whole and in UTF-8`,
        ),
    };
  if (!badBytes) return { text, isLast };
  return { text, isLast, errorAt: (place) => unreadableFile(notUtf8(badBytes[0] ?? 0, place)) };
}

function notUtf8(byte: number, place: Position): string {
  const character = windows1252Character(byte);
  const hex = byte.toString(16).toUpperCase().padStart(2, '0');
  const guess = character === undefined ? '' : ` (in Windows-1252 it would be "${character}")`;
  return `the file is not in UTF-8: ${describePosition(place)}, has the byte 0x${hex}${guess}; save it as UTF-8 ("CSV UTF-8" in Excel, "UTF-8" in an editor) and send it again`;
}
