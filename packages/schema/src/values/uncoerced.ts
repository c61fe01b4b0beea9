import type * as z from 'zod';

/**
 * A pipe from a number to itself. trpc-to-openapi switches on coercion in each number that it finds in the input of a
 * REST route, for all callers; it does not look into pipes (docs/decisions/0034-rest-by-trpc-to-openapi.md).
 */
export const uncoerced = (number: z.ZodInt) => number.pipe(number);
