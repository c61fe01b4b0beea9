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
