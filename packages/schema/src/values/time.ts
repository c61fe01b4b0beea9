import * as z from 'zod';
import { withoutPattern } from './formats.ts';

export const Time = z.iso.datetime().meta({
  description: 'When, in UTC.',
  examples: ['2026-11-21T08:00:00.000Z'],
  override: withoutPattern,
});

const acceptedMoment =
  'must be a day, such as 2026-01-31, or a time with its zone, such as 2026-01-31T08:00:00Z (a + in an address is %2B)';

const day = '[0-9]{4}-[0-9]{2}-[0-9]{2}';
const hourAndMinute = '(?:[01][0-9]|2[0-3]):[0-5][0-9]';
const time = `${hourAndMinute}(?::[0-5][0-9](?:\\.[0-9]{1,9})?)?(?:Z|[+-]${hourAndMinute})`;
const moment = new RegExp(`^${day}(?:T${time})?$`);

/** A moment in a request: a day, which begins at midnight UTC, or a time with its zone. */
export const Moment = z
  .string({ error: acceptedMoment })
  .check((ctx) => {
    if (!moment.test(ctx.value) || Number.isNaN(Date.parse(ctx.value)) || !isDay(ctx.value.slice(0, 10)))
      ctx.issues.push({ code: 'custom', message: acceptedMoment, input: ctx.value });
  })
  .meta({
    override: {
      type: 'string',
      // Without a `type` in each, generated clients take any value.
      anyOf: [
        { type: 'string', format: 'date' },
        { type: 'string', format: 'date-time' },
      ],
      pattern: moment.source,
    },
  });

/** Whether the day exists. `Date` turns 31 February into 3 March. */
const isDay = (day: string) => new Date(`${day}T00:00Z`).toISOString().startsWith(day);
