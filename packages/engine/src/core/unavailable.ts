import { StoreError } from '@plant-store/schema/errors';

/** The error of a temporary failure; `why` says what was stored. A retry may succeed. */
export const unavailable = (why: string, cause?: unknown): StoreError =>
  new StoreError('unavailable', why, { cause, headers: { 'Retry-After': '5' } });

export const queueFull = (): StoreError =>
  new StoreError('unavailable', 'the database is overloaded; nothing was stored, try again in a second', {
    headers: { 'Retry-After': '1' },
  });

export const tooManyReads = (): StoreError =>
  new StoreError('unavailable', 'too many slow searches are waiting; try again in a few seconds', {
    headers: { 'Retry-After': '3' },
  });
