import type { Token } from '@plant-store/schema';
import { useForm } from 'react-hook-form';
import { browserClient } from '../../../api/browser-client.ts';
import { sentence } from '../../../api/sentence.ts';
import { useSubmit } from '../../../session/use-submit.ts';
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Bdi } from '../../../ui/text/bdi.tsx';
import { texts } from '../texts.ts';
import type { NewTokenValue } from '../token-queries.ts';
import { TokenDays } from './token-days.tsx';

type Rotation = { overlapHours: number; days: number | null };

/** The number of hours in a text, or NaN; the store refuses NaN with a message for the field. */
const hoursIn = (typed: unknown) => (/^\s*\d+\s*$/.test(String(typed)) ? Number(typed) : Number.NaN);

export function RotateToken({ token, onMade }: { token: Token; onMade: (made: NewTokenValue) => void }) {
  const { id, name } = token;
  const form = useForm<Rotation>({ defaultValues: { overlapHours: 24, days: 90 } });
  const submit = useSubmit(form, {
    send: (rotation) => browserClient.tokens.rotate.mutate({ id, ...rotation }),
    onDone: onMade,
    fields: ['overlapHours'],
  });
  const problem = form.formState.errors.overlapHours?.message;
  return (
    <DialogForm {...texts.rotation} title={texts.rotation.title(<Bdi text={name} />)} {...submit}>
      <TextField
        label={texts.rotation.hours}
        inputMode="numeric"
        problem={problem && sentence(problem, texts.rotation.theHours)}
        {...form.register('overlapHours', { setValueAs: hoursIn })}
      />
      <TokenDays days={form.watch('days')} onChange={(days) => form.setValue('days', days)} />
    </DialogForm>
  );
}
