import type { ReadOptions } from '@plant-store/plant-files';
import type { Duplicates, ImportResult as ResultInJson } from '@plant-store/schema';
import type { IdempotentRequest } from './idempotent-request.ts';

export type ImportInput = {
  read: ReadOptions;
  duplicates: Duplicates;
  /** For ids from this one on, a row fails if a plant has its id, whatever the value of `duplicates`. */
  newIdsFrom?: bigint | undefined;
  /** A dry run stores no plants, only the file and the outcomes. */
  isDryRun: boolean;
  file: string | undefined;
  /** The hash in `request` covers the request without the file. */
  request: IdempotentRequest;
};

export type ImportResult = Omit<ResultInJson, 'receipt' | 'annotated'> & { id: bigint };
