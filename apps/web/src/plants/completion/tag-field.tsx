import type { ComponentProps } from 'react';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useCompletion } from './use-completion.tsx';

/** The field for a tag outside of the form to add plants. */
export const TagField = (props: ComponentProps<typeof TextField>) => (
  <TextField {...props} {...useCompletion('tag')} />
);
