import type { Encoding, ReadOptions } from '@plant-store/plant-files';
import type { Duplicates, ImportError } from '@plant-store/schema';
import type { IdempotentRequest } from './idempotent-request.ts';

export type ImportInput = {
  read: ReadOptions;
  duplicates: Duplicates;
  newIdsFrom?: bigint | undefined;
  /** A dry run stores only the file and the outcomes. */
  isDryRun: boolean;
  file: string | undefined;
  /** The hash in `request` covers the request without the file. */
  request: IdempotentRequest;
};

export type ImportResult = {
  rows: number;
  created: number;
  updated: number;
  skipped: number;
  failed: number;
  /** The id of the receipt, or of the dry run. */
  id: bigint;
  errors: ImportError[];
  warnings: ImportError[];
  /** Absent in the stored answers of older versions. */
  encoding?: Encoding;
};
