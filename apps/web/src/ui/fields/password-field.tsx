import type { ComponentProps } from 'react';
import { texts } from '../texts.ts';
import { Reveal } from './reveal.tsx';
import { TextField } from './text-field.tsx';

/** A password field, which a password manager may fill and save. */
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
