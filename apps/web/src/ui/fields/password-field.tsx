import type { ComponentProps } from 'react';
import { texts } from '../texts.ts';
import { Reveal } from './reveal.tsx';
import { TextField } from './text-field.tsx';

export const PasswordField = (field: ComponentProps<typeof TextField>) => (
  <Reveal
    label={texts.show(field.label)}
    field={(isShown, toggle) => (
      <TextField type={isShown ? 'text' : 'password'} data-secret {...field}>
        {toggle}
      </TextField>
    )}
  />
);
