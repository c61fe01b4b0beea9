import { texts } from './texts.ts';
import { workbookError } from './workbook-error.ts';

export type ZipEntry = { packed: Uint8Array<ArrayBuffer>; isDeflated: boolean; checksum: number };

/**
 * The parts of a ZIP file by their names in lower case. The directory at the end of the file has them: a part that was
 * written as a stream has no length of its own, and may hold what looks like the next part (APPNOTE 4.3.9).
 * @returns functions, as only a part that is read must be whole
 * @throws StoreError for a damaged file, also when a part is read
 */
export function zipEntries(file: ArrayBuffer): Map<string, () => ZipEntry> {
  const view = new DataView(file);
  return guarded(() => {
    const entries = new Map<string, () => ZipEntry>();
    const directory = directoryOf(view);
    let { at } = directory;
    for (let left = directory.count; left > 0; left--) {
      const header = at;
      assertSignature(view, header, 0x02014b50);
      const nameEnd = header + 46 + view.getUint16(header + 28, true);
      const name = new TextDecoder().decode(file.slice(header + 46, nameEnd));
      const path = name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();
      entries.set(path, () => guarded(() => entryAt(view, header)));
      at = nameEnd + view.getUint16(header + 30, true) + view.getUint16(header + 32, true);
    }
    return entries;
  });
}

function entryAt(view: DataView<ArrayBuffer>, header: number): ZipEntry {
  const method = view.getUint16(header + 10, true);
  const isEncrypted = (view.getUint16(header + 8, true) & 1) === 1;
  if (isEncrypted || (method !== 0 && method !== 8)) throw workbookError(texts.damaged);
  const [, length, local] = sizesOf(view, header);
  assertSignature(view, local, 0x04034b50);
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  return {
    packed: new Uint8Array(view.buffer, start, length),
    isDeflated: method === 8,
    checksum: view.getUint32(header + 16, true),
  };
}

/** The place of the directory, and the number of its entries. */
function directoryOf(view: DataView): { at: number; count: number } {
  // After the record of the end comes a comment of at most 64 KiB.
  let end = view.byteLength - 22;
  while (view.getUint32(end, true) !== 0x06054b50) {
    end -= 1;
    if (end < view.byteLength - 22 - 0xffff) throw workbookError(texts.damaged);
  }
  const at = view.getUint32(end + 16, true);
  const count = view.getUint16(end + 10, true);
  if (at !== none && count !== 0xffff) return { at, count };
  assertSignature(view, end - 20, 0x07064b50);
  const end64 = uint64(view, end - 12);
  assertSignature(view, end64, 0x06064b50);
  return { at: uint64(view, end64 + 48), count: uint64(view, end64 + 32) };
}

/** Stands for a number that is in the addition for ZIP64, as some programs write it for small files too. */
const none = 0xffffffff;

/** The unpacked length of a part, its packed length, and the place of its own header. */
function sizesOf(view: DataView, header: number): [number, number, number] {
  const sizes = [24, 20, 42].map((offset) => view.getUint32(header + offset, true));
  let at = header + 46 + view.getUint16(header + 28, true);
  const end = at + view.getUint16(header + 30, true);
  while (at < end && view.getUint16(at, true) !== 1) at += 4 + view.getUint16(at + 2, true);
  at += 4;
  return sizes.map((size) => {
    if (size !== none) return size;
    at += 8;
    return at <= end ? uint64(view, at - 8) : none;
  }) as [number, number, number];
}

const uint64 = (view: DataView, at: number): number => Number(view.getBigUint64(at, true));

function assertSignature(view: DataView, at: number, signature: number) {
  if (view.getUint32(at, true) !== signature) throw workbookError(texts.damaged);
}

/** A place outside the file gives a RangeError. */
function guarded<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof RangeError ? workbookError(texts.damaged) : error;
  }
}
