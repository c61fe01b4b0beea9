import type { ComponentProps } from 'react';
import { useReveal } from './reveal.tsx';
import { TextField } from './text-field.tsx';

export function PasswordField(field: ComponentProps<typeof TextField>) {
  const { isShown, toggle } = useReveal(field.label);
  return (
    <TextField type={isShown ? 'text' : 'password'} data-secret {...field}>
      {toggle}
    </TextField>
  );
}
