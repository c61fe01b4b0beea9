// Pages use these limits too. This file imports nothing, so a page need not load the schemas.

/** The smallest and largest id: the bounds of a signed 64-bit integer (OpenAPI format `int64`). */
export const int64Min = -(2n ** 63n);
export const int64Max = 2n ** 63n - 1n;

export const nameMaxLength = 200;
export const tagMaxLength = 100;

export const searchMaxLength = 200;

/** The sort orders of a list. A `-` reverses an order. */
export const plantSorts = ['-added', 'added', 'name', '-name', 'id', '-id'] as const;

/** The maximum number of plants in a bulk action with a list of ids. */
export const bulkMax = 1_000;

export const passwordMinLength = 12;
export const passwordMaxLength = 128;

/** The maximum length of a caller's text, such as a name, in an audit entry. A longer text is cut. */
export const auditSubjectMaxLength = 300;

/** The maximum number of invalid cells in an answer. The annotated file has all of them. */
export const importErrorsMax = 1_000;

/** The maximum length of a value in an error, in UTF-16 units. A longer value is cut and ends in `…`. */
export const importValueMax = 500;

/** The maximum number of skipped plants in the answer to an undo. */
export const leftAloneMax = 1_000;

/** The maximum number of tags in the statistics. */
export const numberedTagsMax = 100;
