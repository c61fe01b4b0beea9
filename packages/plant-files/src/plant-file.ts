import type { Columns } from './columns/columns.ts';
import { detectDialect, lineBreakOf, skipRowsAbove } from './header/dialect.ts';
import { formatOf, type PlantFileFormat } from './header/format.ts';
import { type HeadRow, headRows } from './header/head-rows.ts';
import { csvHeader, type PlantFileHeader } from './header/header.ts';
import { type HeaderOptions, headerRowMax } from './header/header-row.ts';
import { csvRecords } from './records/csv-records.ts';
import { lineRecords } from './records/line-records.ts';
import type { QuoteEscape } from './records/quoted-record.ts';
import type { RecordReader, TextRecord } from './records/records.ts';
import { csvRecordReader } from './rows/csv-record.ts';
import { ndjsonRowReader } from './rows/ndjson-row.ts';
import type { PlantRow } from './rows/plant-row.ts';
import type { Encoding } from './text/encoding.ts';
import { type FileText, readText, type TextPiece } from './text/file-text.ts';
import { unreadableFile } from './text/unreadable-file.ts';

export type ReadOptions = HeaderOptions & {
  /** Detected from the beginning of the file by default. */
  format?: PlantFileFormat | undefined;
  /** Detected by default. With a declared encoding, no other is tried. */
  encoding?: Encoding | undefined;
};

export type PlantFile = {
  header: PlantFileHeader;
  /**
   * The rows in their order, at most 500 at a time. They can be read only once. Leaving the loop early closes the
   * source.
   * @throws StoreError `unreadableFile` at the place from which the file is unreadable
   */
  batches: AsyncGenerator<PlantRow[], void, void>;
  /** Final once all rows are read: Windows-1252 is detected only at the first character that is not ASCII. */
  encoding: () => Encoding;
  quoteEscape: () => QuoteEscape | undefined;
};

const batchRows = 500;

/**
 * Needs little more than 1 MiB of memory for a file of any size. @throws StoreError `unreadableFile` if the file is not
 * text; its subclass `UnclearColumns` if the columns of id, name and tag are unclear
 */
export async function openPlantFile(
  source: AsyncIterable<Uint8Array>,
  options: ReadOptions = {},
): Promise<PlantFile> {
  const text = readText(source, options.encoding);
  try {
    const first = await text.pieces.next();
    return await begin(first.value ?? { text: '', isLast: true }, text, options);
  } catch (error) {
    await text.pieces.return();
    throw error;
  }
}

export async function firstRowsOf(
  source: AsyncIterable<Uint8Array>,
  options: ReadOptions = {},
): Promise<Pick<HeadRow, 'row' | 'cells'>[]> {
  const { pieces } = readText(source, options.encoding);
  try {
    const { text, isLast } = (await pieces.next()).value ?? { text: '', isLast: true };
    const head = text.replace(/^\ufeff/, '');
    const dialect = detectDialect(head, isLast, options);
    return headRows(head.slice(dialect.preamble.length), isLast, dialect, headerRowMax);
  } finally {
    await pieces.return();
  }
}

type Pieces = AsyncGenerator<TextPiece, void, void>;

async function begin(
  first: TextPiece,
  { pieces, encoding }: FileText,
  options: ReadOptions,
): Promise<PlantFile> {
  const { format, columns, headerRow } = options;
  const hasMark = first.text.startsWith('\ufeff');
  const piece = hasMark ? { ...first, text: first.text.slice(1) } : first;
  // The file is written back in UTF-8. A spreadsheet recognises UTF-8 by the byte order mark.
  const hasBom = hasMark || encoding() !== 'utf-8';
  if (formatOf(piece.text, format) === 'ndjson') {
    if (headerRow !== undefined)
      throw unreadableFile('this is NDJSON, which has no row of headers; leave out headerRow=');
    const header = {
      format: 'ndjson',
      hasBom,
      newline: lineBreakOf(piece.text),
      columns: columns ?? {},
    } as const;
    const reader = lineRecords();
    const batches = batchesOf(header, reader, recordsIn(reader, piece), pieces);
    return { header, batches, encoding, quoteEscape: () => undefined };
  }
  const { text, isLast } = piece;
  const detected = skipRowsAbove(text, isLast, detectDialect(text, isLast, options), options);
  const reader = csvRecords(detected);
  let records = recordsIn(reader, { ...piece, text: text.slice(detected.preamble.length) });
  while (records.length === 0) {
    const next = await pieces.next();
    if (next.done) break;
    records = recordsIn(reader, next.value);
  }
  const header = csvHeader(records[0], detected, hasBom, options);
  if (header.headerRow !== undefined) records.shift();
  const batches = batchesOf(header, reader, records, pieces);
  return { header, batches, encoding, quoteEscape: reader.quoteEscape };
}

async function* batchesOf(
  header: PlantFileHeader,
  reader: RecordReader,
  first: TextRecord[],
  pieces: Pieces,
): PlantFile['batches'] {
  const read = header.format === 'csv' ? csvRecordReader(header) : lineReader(header.columns);
  try {
    yield* inBatches(first, read);
    for await (const piece of pieces) yield* inBatches(recordsIn(reader, piece), read);
  } finally {
    await pieces.return();
  }
}

function* inBatches(records: TextRecord[], read: (record: TextRecord) => PlantRow): Generator<PlantRow[]> {
  for (let at = 0; at < records.length; at += batchRows) yield records.slice(at, at + batchRows).map(read);
}

function recordsIn(reader: RecordReader, { text, isLast, errorAt }: TextPiece): TextRecord[] {
  const records = reader.push(text, isLast && !errorAt);
  if (errorAt) throw errorAt(reader.place());
  return records;
}

function lineReader(columns: Columns): (record: TextRecord) => PlantRow {
  const readRow = ndjsonRowReader(columns);
  return ({ row, cells }) => readRow(row, cells);
}
