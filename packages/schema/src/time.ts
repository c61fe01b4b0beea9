import { z } from 'zod';

/** A moment, as it is written on the wire. */
export const Time = z.iso.datetime().meta({
  description: 'When, in UTC.',
  examples: ['2026-11-21T08:00:00.000Z'],
  override: ({ jsonSchema }: { jsonSchema: { pattern?: string } }) => {
    // Half a kilobyte of it, to say what the format says.
    delete jsonSchema.pattern;
  },
});
