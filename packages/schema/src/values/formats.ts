import * as z from 'zod';

/** `format` has the same meaning in the document, and a pattern of zod has up to half a kilobyte. */
export const withoutPattern = ({ jsonSchema }: { jsonSchema: { pattern?: string } }) => {
  delete jsonSchema.pattern;
};

/** The input of an operation on one thing: its UUID. */
export const idOf = (what: string) =>
  z.object({
    id: z
      .uuid({ error: `must be the id of a ${what}` })
      .meta({ description: `The id of the ${what}.`, override: withoutPattern }),
  });

/** A moment in an answer. */
export const DateTime = z.date().meta({ override: { type: 'string', format: 'date-time' } });
