import * as z from 'zod/mini';
import { errorNumbers } from './error-numbers.ts';

const number = z.int32().register(z.globalRegistry, {
  description: 'Numeric error value: the HTTP status x 100 and a serial.',
  examples: [errorNumbers.invalidField],
  override: { format: 'int32' },
});

/** The contract's Error, exactly two keys. The name differs from JavaScript's own `Error`. */
export const ErrorBody = z
  .object({
    error: number,
    message: z
      .string()
      .check(z.minLength(1), z.meta({ description: 'Error message text: the problem, and how to fix it.' })),
  })
  .register(z.globalRegistry, { id: 'Error', description: 'What went wrong.' });
export type ErrorBody = z.infer<typeof ErrorBody>;

/**
 * The same error as problem details (RFC 9457), with the fields at fault, for callers that accept that media type. It has
 * both keys of an Error, so a program reads `message` of either.
 */
export const Problem = z
  .object({
    type: z
      .string()
      .register(z.globalRegistry, { description: 'A URI that identifies this kind of problem.' }),
    title: z.string().register(z.globalRegistry, { description: 'The kind of problem, in words.' }),
    status: z.int().register(z.globalRegistry, { description: 'The HTTP status.' }),
    detail: z
      .string()
      .register(z.globalRegistry, { description: 'The problem in this request, and how to fix it.' }),
    ...ErrorBody.shape,
    errors: z.array(z.object({ pointer: z.string(), message: z.string() })).register(z.globalRegistry, {
      description: 'The invalid fields: a JSON pointer (RFC 6901) to each field, and its problem.',
    }),
  })
  .register(z.globalRegistry, { id: 'Problem', description: 'An error as problem details (RFC 9457).' });
export type Problem = z.infer<typeof Problem>;
