import type { TextField } from '@plant-store/schema';
import { isolated } from '../../ui/text/isolated.ts';

export const texts = {
  fields: {
    name: (id: bigint) => `Name of ${id}`,
    tag: (id: bigint) => `Tag of ${id}`,
  } satisfies Record<TextField, (id: bigint) => string>,
  keys: 'Enter saves, Escape keeps the old text.',
  saving: 'Saving…',
  conflict: (name: string) => `Two versions of ${name}`,
  left: (id: bigint, text: string) =>
    `Plant ${id} left this list before your text was saved. The text is kept: ${isolated(text)}`,
  open: 'Open the plant',
};
