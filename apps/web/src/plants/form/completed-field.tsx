import type { ComponentProps } from 'react';
import { useCompletion } from '../completion/use-completion.tsx';
import { PlantTextField } from './plant-text-field.tsx';

type Completed = { field: 'name' | 'tag' };

/** A field of the form to add plants that completes its text. */
export const CompletedField = (props: ComponentProps<typeof PlantTextField> & Completed) => (
  <PlantTextField enterKeyHint="done" {...props} {...useCompletion(props.field)} />
);
