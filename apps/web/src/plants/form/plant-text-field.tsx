import { Int64Text } from '@plant-store/schema';
import type { ComponentProps } from 'react';
import { TextField } from '../../ui/fields/text-field.tsx';
import { aboutField, type FieldName, labels, type NewPlantForm } from '../new-plant-form.ts';
import { HolderLink } from '../queue-ui/holder-link.tsx';
import type { PostedPlant } from './actions.ts';

type PlantTextFieldProps = Omit<ComponentProps<typeof TextField>, 'form' | 'label'> & {
  form: NewPlantForm;
  posted: PostedPlant;
  field: FieldName;
};

/** A field of the form. It is uncontrolled, so that text typed before hydration stays. */
export function PlantTextField({ form, posted, field, ...rest }: PlantTextFieldProps) {
  const { errors, isSubmitted } = form.formState;
  const error = errors[field];
  // An empty field shows no error before the plant is submitted.
  const isShown = error && (isSubmitted || posted.problems[field] || form.getValues(field) !== '');
  return (
    <TextField
      label={labels[field]}
      defaultValue={posted.values[field]}
      problem={
        isShown && (
          <>
            {aboutField(field, error.message ?? '')}{' '}
            {error.type === 'taken' && <IdHolder text={form.getValues('id') ?? posted.values.id} />}
          </>
        )
      }
      {...form.register(field)}
      {...rest}
    />
  );
}

/** A link to the plant with the typed id. */
function IdHolder({ text }: { text: string }) {
  const { data: id } = Int64Text.safeParse(text);
  return id === undefined ? null : <HolderLink id={id} />;
}
