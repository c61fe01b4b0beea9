// Limits that pages use too. This file imports nothing, so a page can use it without loading the schemas.

/** The smallest and largest id: the bounds of a signed 64-bit integer (OpenAPI format `int64`). */
export const int64Min = -(2n ** 63n);
export const int64Max = 2n ** 63n - 1n;

export const nameMaxLength = 200;
export const tagMaxLength = 100;

export const searchMaxLength = 200;

/** The sort orders of a list. A `-` reverses an order. */
export const plantSorts = ['-added', 'added', 'name', '-name', 'id', '-id'] as const;

/** The largest number of plants in a bulk action that lists them. */
export const bulkMax = 1_000;

export const passwordMinLength = 12;
export const passwordMaxLength = 128;

/** The longest text of a caller, such as a name, in an audit entry. A longer text is cut. */
export const auditSubjectMaxLength = 300;

/** The largest number of invalid cells in an answer. The annotated file has all of them. */
export const importErrorsMax = 1_000;

/** The longest value that an error repeats, in UTF-16 units. A longer value is cut and ends in `…`. */
export const importValueMax = 500;

/** The largest number of skipped plants in the answer to an undo. */
export const leftAloneMax = 1_000;

/** The largest number of tags in the statistics. */
export const numberedTagsMax = 100;
