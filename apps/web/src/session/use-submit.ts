import type { FormEvent } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { attempt, noAnswer } from '../api/attempt.ts';
import { reason } from '../api/reason.ts';
import { submitOf } from '../ui/fields/submit-of.ts';
import { useAttempt } from './sign-in-again.ts';

type Submission<Values, Sent, Result> = {
  send: (values: Sent) => Promise<Result>;
  onDone: (result: Result) => void;
  fields?: readonly Path<Values>[];
  /** Gives the message after a lost answer, if sending again would have a second effect. */
  onNoAnswer?: () => string;
};

/** One request at a time. Each problem of a refusal appears at its field, or else above the form. */
export function useSubmit<Values extends FieldValues, Sent, Result>(
  form: UseFormReturn<Values, unknown, Sent>,
  { send, onDone, fields = [], onNoAnswer }: Submission<Values, Sent, Result>,
) {
  const attemptSignedIn = useAttempt();
  const { isSubmitting, errors } = form.formState;
  const submit = submitOf(form, async (values) => {
    const outcome = await attemptSignedIn(() => attempt(() => send(values)));
    if (!outcome.failure) return onDone(outcome.value);
    const { failure } = outcome;
    const atField = (name: Path<Values>) =>
      failure.problems.find(({ pointer }) => pointer === `/${name}`)?.message;
    const wrong = fields.filter(atField);
    if (wrong.length === 0)
      form.setError('root', { message: (failure === noAnswer && onNoAnswer?.()) || reason(failure) });
    // The first wrong field is marked last, so that it gets the focus.
    for (const name of wrong.toReversed())
      form.setError(name, { message: atField(name) ?? '' }, { shouldFocus: true });
  });
  return {
    onSubmit: (event: FormEvent) => (isSubmitting ? event.preventDefault() : submit(event)),
    isActing: isSubmitting,
    problem: errors.root?.message,
  };
}
