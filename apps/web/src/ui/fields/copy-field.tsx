import { type ReactNode, useRef, useState } from 'react';
import actions from '../buttons/actions.module.css';
import { Button } from '../buttons/button.tsx';
import { texts } from '../texts.ts';
import styles from './copy-field.module.css';
import { TextField } from './text-field.tsx';

type CopyFieldProps = {
  label: string;
  value: string;
  copy: string;
  children?: ReactNode;
};

export function CopyField({ label, value, copy, children }: CopyFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  const [message, setMessage] = useState('');
  const act = async () => {
    field.current?.select();
    // Pages over plain HTTP cannot write to the clipboard. The text is then selected for the reader to copy.
    const isCopied = await navigator.clipboard?.writeText(value).then(
      () => true,
      () => false,
    );
    setMessage(isCopied ? texts.copy.copied : texts.copy.selected);
  };
  return (
    <div className={styles.copy}>
      <TextField label={label} value={value} readOnly ref={field} onFocus={() => field.current?.select()} />
      <div className={actions.actions}>
        <Button look="primary" onClick={act}>
          {copy}
        </Button>
        {children}
      </div>
      <p className={styles.said} role="status">
        {message}
      </p>
    </div>
  );
}
