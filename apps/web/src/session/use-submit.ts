import type { FormEvent } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { attempt } from '../api/attempt.ts';
import { reason } from '../api/reason.ts';
import { useAttempt } from './use-attempt.ts';

/**
 * Submits a form to the store, one request at a time. The problems of a refusal go to the fields that they name; a
 * problem of no field belongs to the form.
 */
export function useSubmit<Values extends FieldValues, Sent, Result>(
  form: UseFormReturn<Values, unknown, Sent>,
  send: (values: Sent) => Promise<Result>,
  onDone: (result: Result) => void,
) {
  const attemptSignedIn = useAttempt();
  const { isSubmitting, errors } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    const outcome = await attemptSignedIn(() => attempt(() => send(values)));
    if ('value' in outcome) return onDone(outcome.value);
    const { failure } = outcome;
    const fields = Object.keys(form.getValues());
    const problems = failure.problems.filter(({ pointer }) => fields.includes(pointer.slice(1)));
    if (problems.length === 0) form.setError('root', { message: reason(failure) });
    // The first problem of a field wins.
    for (const { pointer, message } of problems.toReversed())
      form.setError(pointer.slice(1) as Path<Values>, { message }, { shouldFocus: true });
  });
  return {
    onSubmit: (event: FormEvent) => (isSubmitting ? event.preventDefault() : submit(event)),
    isActing: isSubmitting,
    problem: errors.root?.message,
  };
}
