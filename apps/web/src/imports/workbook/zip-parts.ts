import { StoreError } from '@plant-store/schema';
import { Unzip, type UnzipFile, UnzipInflate } from 'fflate';
import { inMib, limits } from './limits.ts';
import { texts } from './texts.ts';
import { workbookError } from './workbook-error.ts';
import type { XmlStream } from './xml-elements.ts';

/** The number of bytes that may still be unpacked from a workbook. */
export type Budget = { bytes: number };

/** The size of a packed piece. Unpacked, it can be a thousand times as large. */
const pieceBytes = 16 * 1024;
/** After this number of unpacked bytes, unpacking pauses so that the page can respond to the user. */
const turnBytes = 2 * 1024 * 1024;

/**
 * Unpacks the requested parts of a ZIP file piece by piece, and passes each part to its reader.
 * @returns the names of all parts, in lower case
 * @throws StoreError for a damaged file, or above the budget
 */
export async function readParts(
  file: Blob,
  readerOf: (name: string) => XmlStream | undefined,
  budget: Budget,
): Promise<string[]> {
  const names: string[] = [];
  const state = { inflated: 0 };
  const unzip = new Unzip((part) => {
    const name = part.name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();
    names.push(name);
    const reader = readerOf(name);
    if (reader) inflate(part, reader, budget, state);
  });
  unzip.register(UnzipInflate);
  let turnAt = turnBytes;
  for (let at = 0; at < file.size; at += pieceBytes) {
    const bytes = new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer());
    try {
      unzip.push(bytes, at + pieceBytes >= file.size);
    } catch (error) {
      // Replaces an error of fflate, whose message is for programmers.
      throw error instanceof StoreError ? error : workbookError(texts.damaged);
    }
    if (state.inflated < turnAt) continue;
    turnAt = state.inflated + turnBytes;
    await new Promise((resolve) => setTimeout(resolve));
  }
  return names;
}

function inflate(part: UnzipFile, reader: XmlStream, budget: Budget, state: { inflated: number }): void {
  const decoder = new TextDecoder();
  part.ondata = (error, bytes, isLast) => {
    if (error) throw error;
    state.inflated += bytes.length;
    budget.bytes -= bytes.length;
    if (budget.bytes < 0) throw workbookError(texts.inflatesTooFar(inMib(limits.inflatedBytes)));
    reader.push(decoder.decode(bytes, { stream: !isLast }));
    if (isLast) reader.end();
  };
  part.start();
}
