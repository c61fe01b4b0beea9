import type { ComponentProps } from 'react';
import { TextField } from '../../ui/fields/text-field.tsx';
import { PlantTextField } from './plant-text-field.tsx';
import { useCompletion } from './use-completion.tsx';

type Completed = { field: 'name' | 'tag' };

/** A field of the form to add plants that completes its text. */
export const CompletedField = (props: ComponentProps<typeof PlantTextField> & Completed) => (
  <PlantTextField enterKeyHint="done" {...props} {...useCompletion(props.field)} />
);

/** The field for a tag elsewhere. */
export const TagField = (props: ComponentProps<typeof TextField>) => (
  <TextField {...props} {...useCompletion('tag')} />
);
