import type { FormEvent } from 'react';
import type { FieldValues, Path, PathValue, SubmitHandler, UseFormReturn } from 'react-hook-form';

type Form<Values extends FieldValues, Sent> = UseFormReturn<Values, unknown, Sent>;

/** `handleSubmit` of react-hook-form that first reads the texts on the page. */
export const submitOf =
  <Values extends FieldValues, Sent>(form: Form<Values, Sent>, onValid: SubmitHandler<Sent>) =>
  (event: FormEvent) => {
    readFields(form, event);
    return form.handleSubmit(onValid)(event);
  };

/**
 * Gives react-hook-form the texts that it does not know: old password managers and scripts set fields without an event.
 */
export function readFields<Values extends FieldValues, Sent>(
  form: Form<Values, Sent>,
  { currentTarget }: FormEvent,
) {
  const known: FieldValues = form.getValues();
  // A browser extension may add fields.
  for (const [name, text] of new FormData(currentTarget as HTMLFormElement))
    if (typeof known[name] === 'string' && known[name] !== text)
      form.setValue(name as Path<Values>, text as PathValue<Values, Path<Values>>);
}
