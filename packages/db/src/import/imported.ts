import type { Encoding, ReadOptions } from '@plant-store/plant-files';
import type { Duplicates, ImportError } from '@plant-store/schema';
import type { Asked } from '../catalogue/asked.ts';

/** What is to be done with a file. */
export type ImportInput = {
  read: ReadOptions;
  duplicates: Duplicates;
  newIdsFrom?: bigint | undefined;
  /** Whether nothing is to be stored of it but itself, with what would come of its rows. */
  isDryRun: boolean;
  /** The name of the file. */
  file: string | undefined;
  /** The hash is that of the request without the file. */
  asked: Asked;
};

/** What came of a file. */
export type Imported = {
  rows: number;
  created: number;
  updated: number;
  skipped: number;
  failed: number;
  /** The receipt's, or of a dry run its own. */
  id: bigint;
  errors: ImportError[];
  warnings: ImportError[];
  /** Left out where the answer to an earlier request, which had none, is given again. */
  encoding?: Encoding;
};
