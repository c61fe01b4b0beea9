import type { ReadOptions } from '@plant-store/plant-files';
import type { Duplicates, ImportError } from '@plant-store/schema';

/** What is to be done with a file. */
export type ImportInput = {
  read: ReadOptions;
  duplicates: Duplicates;
  /** Whether nothing is to be stored of it but itself, with what would come of its rows. */
  isDryRun: boolean;
  /** The name of the file. */
  file: string | undefined;
  actorId: bigint | undefined;
  /** The key of a request that may come again, and what is the same in it besides the file. */
  once: { key: string; hash: string } | undefined;
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
  /** Whether this was done before, and is told again. */
  isReplay: boolean;
};
