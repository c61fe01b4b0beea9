import { type ErrorBody, type ErrorCode, errorTable } from '@plant-store/schema';

/** The contract's Error, for answers that no framework makes. */
export const errorJson = (code: ErrorCode, message: string): string =>
  JSON.stringify({ error: errorTable[code].error, message } satisfies ErrorBody);
