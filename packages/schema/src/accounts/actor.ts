import * as z from 'zod';

export const Actor = z.object({
  kind: z.enum(['token', 'person']),
  name: z.string().meta({ examples: ['till'] }),
});
export type Actor = z.infer<typeof Actor>;
