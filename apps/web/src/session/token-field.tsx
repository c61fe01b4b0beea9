'use client';

import { Toggle } from '@base-ui/react/toggle';
import { type RefObject, useState } from 'react';
import { TextField } from '../page/text-field.tsx';
import styles from './token-field.module.css';

/**
 * The field for an access token. It is masked by its style and not by its type, so that no password manager offers to
 * keep the token: the session is what is kept.
 */
export function TokenField({
  problem,
  ref,
}: {
  problem: string | undefined;
  ref?: RefObject<HTMLInputElement | null>;
}) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      label="Access token"
      name="token"
      problem={problem}
      className={isShown ? styles.shown : styles.masked}
      ref={ref}
    >
      <Toggle className={styles.toggle} pressed={isShown} onPressedChange={setShown}>
        Show token
      </Toggle>
    </TextField>
  );
}
