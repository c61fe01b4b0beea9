import type { Encoding, QuoteEscape } from '@plant-store/plant-files';
import type { ImportError, OptionalField } from '@plant-store/schema';

export type FileSummary = {
  rows: number;
  validRows: number;
  errors: ImportError[];
  warnings: ImportError[];
  encoding: Encoding;
  quoteEscape: QuoteEscape | undefined;
  /** The number of the row with the headers, if rows with text stand above it. */
  headerRow: number | undefined;
  hash: string;
  idColumn: string;
  /** The optional fields for which the file has no column. */
  absent: OptionalField[];
};
