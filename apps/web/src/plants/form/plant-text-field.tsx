'use client';

import type { ComponentProps } from 'react';
import { TextField } from '../../ui/fields/text-field.tsx';
import { aboutField, type FieldName, labels } from '../new-plant-form.ts';
import type { PostedPlant } from './actions.ts';
import { IdHolder } from './id-holder.tsx';
import type { NewPlantForm } from './use-new-plant-form.ts';

type PlantTextFieldProps = Omit<ComponentProps<typeof TextField>, 'form' | 'label'> & {
  form: NewPlantForm;
  posted: PostedPlant;
  field: FieldName;
};

/** A field of the form. It is uncontrolled, so that text typed before hydration stays. */
export function PlantTextField({ form, posted, field, ...rest }: PlantTextFieldProps) {
  const { errors, isSubmitted } = form.formState;
  const error = errors[field];
  // An empty field that was left is no mistake before the plant is submitted.
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
