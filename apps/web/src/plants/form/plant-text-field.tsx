import { IdText } from '@plant-store/schema';
import type { ComponentProps } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Sentence } from '../../ui/text/sentence.tsx';
import { useCompletion } from '../completion/use-completion.tsx';
import { possibleId } from '../id-text/typed-id.ts';
import { aboutField, type FieldName, labels, type NewPlantForm } from '../new-plant-form.ts';
import { HolderLink } from '../queue-ui/holder-link.tsx';
import type { PostedPlant } from './actions.ts';
import styles from './plant-text-field.module.css';
import { texts } from './texts.ts';

type PlantTextFieldProps = Omit<ComponentProps<typeof TextField>, 'form' | 'label'> & {
  form: NewPlantForm;
  posted: PostedPlant;
  field: FieldName;
};

/** True if the field shows its problem. An empty field shows none before the plant is submitted. */
export function isMarked(form: NewPlantForm, posted: PostedPlant, field: FieldName): boolean {
  const { errors, isSubmitted } = form.formState;
  const isShown = isSubmitted || posted.problems[field] !== undefined || form.getValues(field) !== '';
  return errors[field] !== undefined && isShown;
}

/** A field of the form. It is uncontrolled, so that text typed before hydration stays. */
export function PlantTextField({ form, posted, field, ...rest }: PlantTextFieldProps) {
  const error = form.formState.errors[field];
  return (
    <TextField
      label={labels[field]}
      defaultValue={posted.values[field]}
      // CSS recognises an empty field by its placeholder.
      placeholder=" "
      problem={
        error &&
        isMarked(form, posted, field) && (
          <>
            <Sentence text={aboutField(field, error.message ?? '')} />{' '}
            {error.type === 'taken' && <IdHolder text={form.getValues('id') ?? posted.values.id} />}
            {field === 'id' && <PossibleId form={form} />}
          </>
        )
      }
      {...form.register(field)}
      {...rest}
    />
  );
}

function PossibleId({ form }: { form: NewPlantForm }) {
  const id = possibleId(form.getValues('id') ?? '');
  if (id === undefined) return null;
  const use = () => {
    form.setValue('id', id, { shouldDirty: true, shouldValidate: true });
    form.setFocus('name');
  };
  return (
    <Button className={styles.use} onClick={use}>
      {texts.use(id)}
    </Button>
  );
}

function IdHolder({ text }: { text: string }) {
  const { data: id } = IdText.safeParse(text);
  return id === undefined ? null : <HolderLink id={id} />;
}

/** A field of the form to add plants that completes its text. */
export const CompletedField = (props: PlantTextFieldProps & { field: 'name' | 'tag' }) => (
  <PlantTextField enterKeyHint="done" {...props} {...useCompletion(props.field)} />
);
