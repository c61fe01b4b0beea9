import { type ErrorBody, type ErrorCode, errorNumbers } from '@plant-store/schema';

/** The contract's Error, for answers outside of any framework. */
export const errorJson = (code: ErrorCode, message: string): string =>
  JSON.stringify({ error: errorNumbers[code], message } satisfies ErrorBody);
