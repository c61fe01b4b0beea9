// Pages use these limits too. This file imports nothing, so a page need not load the schemas.

export const int64Min = -(2n ** 63n);
export const int64Max = 2n ** 63n - 1n;

export const nameMaxLength = 200;
export const tagMaxLength = 100;

export const searchMaxLength = 200;

/** The sort orders of a list. A `-` reverses an order. */
export const plantSorts = ['-added', 'added', 'name', '-name', 'id', '-id'] as const;

/** Of a page of a list. */
export const limitMax = 200;

export const bulkMax = 1_000;

/** A token that expires sooner than this is ending. */
export const tokenEndingMs = 14 * 24 * 60 * 60 * 1000;

export const passwordMinLength = 12;
export const passwordMaxLength = 128;

/** A longer text is cut. */
export const auditSubjectMaxLength = 300;

/** The annotated file has all of them. */
export const importErrorsMax = 1_000;

/** In UTF-16 units. A longer value is cut and ends in `…`. */
export const importValueMax = 500;

export const leftAloneMax = 1_000;

export const eventsMax = 1_000;
export const waitMaxSeconds = 30;

export const numberedTagsMax = 100;

export const webhooksMax = 10;
