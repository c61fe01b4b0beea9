import { blocks } from './blocks.ts';
import { fault, inWords, type Place } from './fault.ts';
import { refuseOtherFiles } from './other-file.ts';
import { utf8Decoder } from './utf8.ts';

/**
 * A piece of a file's text. Where the bytes stop to be text, `fault` says what is there, once it is told the place
 * that the text before has led to.
 */
export type TextPiece = { text: string; isLast: boolean; faultAt?: (place: Place) => Error };

/** The text of a file, piece by piece; its byte order mark is in the first one. */
export async function* textOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<TextPiece, void, void> {
  const decode = utf8Decoder();
  let before: Uint8Array | undefined;
  for await (const block of blocks(source)) {
    if (before) yield piece(decode(before, false), false);
    else refuseOtherFiles(block);
    before = block;
  }
  if (!before) refuseOtherFiles(new Uint8Array(0));
  else yield piece(decode(before, true), true);
}

function piece(
  { text, badByte, isCutOff }: ReturnType<ReturnType<typeof utf8Decoder>>,
  isLast: boolean,
): TextPiece {
  if (isCutOff)
    return {
      text,
      isLast,
      faultAt: (place) =>
        fault(
          `the file ends in the middle of a character in ${inWords(place)}: it was cut off, or is not in UTF-8; send it whole and in UTF-8`,
        ),
    };
  if (badByte === undefined) return { text, isLast };
  return { text, isLast, faultAt: (place) => fault(notUtf8(badByte, place)) };
}

const windows1252 = new TextDecoder('windows-1252');

function notUtf8(byte: number, place: Place): string {
  const character = windows1252.decode(Uint8Array.of(byte));
  const hex = byte.toString(16).toUpperCase().padStart(2, '0');
  const guess = /\p{Cc}/u.test(character) ? '' : ` (in Windows-1252 it would be "${character}")`;
  return `the file is not in UTF-8: ${inWords(place)}, has the byte 0x${hex}${guess}; save it as UTF-8 ("CSV UTF-8" in Excel, "UTF-8" in an editor) and send it again`;
}
