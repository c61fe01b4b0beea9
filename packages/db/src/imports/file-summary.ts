import type { Encoding, QuoteEscape } from '@plant-store/plant-files';
import type { ImportError, OptionalField } from '@plant-store/schema';

/** The facts about a completely read file. */
export type FileSummary = {
  rows: number;
  /** The number of valid rows. */
  validRows: number;
  errors: ImportError[];
  warnings: ImportError[];
  encoding: Encoding;
  quoteEscape: QuoteEscape | undefined;
  /** The number of the row with the headers, if rows with text stand above it. */
  headerRow: number | undefined;
  /** SHA-256 of the file. */
  hash: string;
  /** The name of the column of ids. */
  idColumn: string;
  /** The optional fields for which the file has no column. */
  absent: OptionalField[];
};
