import * as z from 'zod';

/** A person or token that changes plants. */
export const Actor = z.object({
  kind: z.enum(['token', 'person']),
  name: z.string().meta({ examples: ['till'] }),
});
export type Actor = z.infer<typeof Actor>;
