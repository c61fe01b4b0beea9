import { type ComponentProps, useState } from 'react';
import { texts } from '../texts.ts';
import styles from './reveal.module.css';
import { TextField } from './text-field.tsx';

export function PasswordField(field: ComponentProps<typeof TextField>) {
  const { isShown, toggle } = useReveal(field.label);
  return (
    <TextField type={isShown ? 'text' : 'password'} data-secret {...field}>
      {toggle}
    </TextField>
  );
}

/** Whether the text of a masked field is visible, and the button that shows it. @param label of the field */
export function useReveal(label: string) {
  const [isShown, setShown] = useState(false);
  const toggle = (
    <button type="button" className={styles.toggle} aria-pressed={isShown} onClick={() => setShown(!isShown)}>
      {texts.show(label)}
    </button>
  );
  return { isShown, toggle };
}
