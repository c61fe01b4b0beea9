'use client';

import type { ComponentProps } from 'react';
import { TextField } from '../page/text-field.tsx';
import { Reveal } from './reveal.tsx';

/** A field for a password, which a password manager may fill and keep. */
export const PasswordField = ({ children, ...field }: ComponentProps<typeof TextField>) => (
  <Reveal
    label={`Show ${field.label.toLowerCase()}`}
    field={(isShown, toggle) => (
      <TextField type={isShown ? 'text' : 'password'} {...field}>
        {children}
        {toggle}
      </TextField>
    )}
  />
);
