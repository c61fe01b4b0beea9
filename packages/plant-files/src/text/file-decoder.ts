import { type Encoding, markedEncoding, utf16Of, windows1252Character } from './encoding.ts';
import { legacyDecoder } from './legacy.ts';
import { unreadableFile } from './unreadable-file.ts';
import { type Decode, type Decoded, utf8Decoder } from './utf8.ts';

export type FileDecoder = {
  decode: Decode;
  /** Final after the last block. */
  encoding(): Encoding;
};

/**
 * Decodes a file block by block. UTF-16 is recognised in the first block. Every other file is read as UTF-8 until the
 * first character that is not ASCII. If that is malformed UTF-8, the file is Windows-1252, in which ASCII is the same.
 * @param declared the only encoding to try; for `utf-16` the file gives the order of the bytes
 * @throws StoreError if the byte order mark of the file names another encoding
 */
export async function fileDecoder(head: Uint8Array, declared?: Encoding): Promise<FileDecoder> {
  const found = declared === 'utf-16' ? (utf16Of(head) ?? 'utf-16le') : (declared ?? utf16Of(head));
  const marked = markedEncoding(head);
  if (found !== undefined && marked !== undefined && found !== marked)
    throw unreadableFile(
      `the file begins with the byte order mark of ${marked}, but was sent as ${declared}; send it without a charset`,
    );
  if (found === undefined) return utf8OrWindows1252(await legacyDecoder('windows-1252'));
  return { decode: await decoderOf(found), encoding: () => found };
}

async function decoderOf(encoding: Encoding): Promise<Decode> {
  if (encoding === 'utf-8') return utf8Decoder();
  return isUtf16(encoding) ? utf16(encoding) : await legacyDecoder(encoding);
}

export const isUtf16 = (encoding: Encoding): boolean => encoding.startsWith('utf-16');

function utf8OrWindows1252(decodeWindows1252: Decode): FileDecoder {
  const decodeUtf8 = utf8Decoder();
  let encoding: Encoding = 'utf-8';
  let isAscii = true;
  return {
    encoding: () => encoding,
    decode(block, isLast) {
      if (encoding === 'windows-1252') return decodeWindows1252(block, isLast);
      const decoded = decodeUtf8(block, isLast);
      const { text, badBytes } = decoded;
      if (badBytes && isAscii && isAsciiText(text) && isWindows1252(decoded)) {
        encoding = 'windows-1252';
        const rest = decodeWindows1252(badBytes, isLast);
        return { ...rest, text: text + rest.text };
      }
      isAscii &&= isAsciiText(text);
      return decoded;
    },
  };
}

// An end after two or three bytes of a character means a truncated file. An end after one byte, such as in `Café`, is
// more likely Windows-1252.
function isWindows1252({ badBytes = new Uint8Array(0), isCutOff }: Decoded): boolean {
  return windows1252Character(badBytes[0] ?? 0) !== undefined && !(isCutOff && badBytes.length > 1);
}

const isAsciiText = (text: string) => /^[\0-\x7f]*$/.test(text);

function utf16(encoding: Encoding): Decode {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  let length = 0;
  return (block, isLast) => {
    length += block.length;
    const isCutOff = isLast && length % 2 === 1;
    const whole = isCutOff ? block.subarray(0, -1) : block;
    const text = decoder.decode(whole, { stream: !isLast });
    return isCutOff ? { text, isCutOff } : { text };
  };
}
