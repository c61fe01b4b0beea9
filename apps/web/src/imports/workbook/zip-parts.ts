import { StoreError } from '@plant-store/schema';
import { Inflate } from 'fflate';
import { inMib, limits } from './limits.ts';
import { texts } from './texts.ts';
import { workbookError } from './workbook-error.ts';
import type { XmlStream } from './xml-elements.ts';
import { zipEntries } from './zip-entries.ts';

/** Their names are in lower case. */
export type ZipParts = {
  has(name: string): boolean;
  /** @throws StoreError for a missing or damaged part, or above the limit for all parts together */
  read(name: string, reader: XmlStream): Promise<void>;
};

/** The size of a packed piece. Unpacked, it can be a thousand times as large. */
const pieceBytes = 16 * 1024;
/** After this number of unpacked bytes, unpacking pauses so that the page can respond to the user. */
const turnBytes = 2 * 1024 * 1024;

/** Opens a ZIP file. @throws StoreError for a damaged file */
export async function openParts(file: Blob): Promise<ZipParts> {
  const entries = zipEntries(await file.arrayBuffer());
  let inflated = 0;
  let turnAt = turnBytes;

  async function read(name: string, reader: XmlStream) {
    const entry = entries.get(name)?.();
    if (!entry) throw workbookError(texts.damaged);
    const { packed, isDeflated, checksum } = entry;
    const decoder = new TextDecoder();
    let sum = 0;
    const take = (bytes: Uint8Array) => {
      inflated += bytes.length;
      if (inflated > limits.inflatedBytes)
        throw workbookError(texts.inflatesTooFar(inMib(limits.inflatedBytes)));
      sum = crc32(bytes, sum);
      reader.push(decoder.decode(bytes, { stream: true }));
    };
    const inflate = new Inflate(take);
    for (let at = 0; at < packed.length; at += pieceBytes) {
      const piece = packed.subarray(at, at + pieceBytes);
      if (isDeflated) pushTo(inflate, piece, at + pieceBytes >= packed.length);
      else take(piece);
      if (inflated < turnAt) continue;
      turnAt = inflated + turnBytes;
      await new Promise((resolve) => setTimeout(resolve));
    }
    if (sum !== checksum) throw workbookError(texts.damaged);
    reader.end();
  }

  return { has: (name) => entries.has(name), read };
}

/** Replaces an error of fflate, whose message is for programmers. */
function pushTo(inflate: Inflate, piece: Uint8Array, isLast: boolean) {
  try {
    inflate.push(piece, isLast);
  } catch (error) {
    throw error instanceof StoreError ? error : workbookError(texts.damaged);
  }
}

const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  return sum;
});

/** The checksum of a part of a ZIP file. @param before the checksum of the bytes before these */
function crc32(bytes: Uint8Array, before = 0): number {
  let sum = ~before;
  for (const byte of bytes) sum = (sum >>> 8) ^ (table[(sum ^ byte) & 0xff] ?? 0);
  return ~sum >>> 0;
}
