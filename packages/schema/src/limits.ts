// Bounds that pages use too. This file imports nothing, so that a page does not load the schemas with it.

/** The smallest and largest id: the bounds of a signed 64-bit integer (OpenAPI format `int64`). */
export const int64Min = -(2n ** 63n);
export const int64Max = 2n ** 63n - 1n;

export const nameMaxLength = 200;
export const tagMaxLength = 100;

export const searchMaxLength = 200;

/** The sort orders of a list. A `-` reverses an order. */
export const plantSorts = ['-added', 'added', 'name', '-name', 'id', '-id'] as const;

/** The most plants that a bulk action takes by id or one by one. */
export const bulkMax = 1_000;

export const passwordMinLength = 12;
export const passwordMaxLength = 128;

/** What an entry says that a caller chose, such as a name, is cut to so many characters. */
export const auditSubjectMaxLength = 300;

/** How many bad cells are told at most; the annotated file has all. */
export const importErrorsMax = 1_000;

/** So long a value is told whole, in UTF-16 units; a longer one is cut, and ends in `…`. */
export const importValueMax = 500;

/** How many of the plants that an undo leaves alone its answer lists. */
export const leftAloneMax = 1_000;

/** How many tags the numbers name. */
export const numberedTagsMax = 100;
