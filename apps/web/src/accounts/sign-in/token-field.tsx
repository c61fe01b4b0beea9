'use client';

import type { RefObject } from 'react';
import { Reveal } from '../../ui/fields/reveal.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { texts as shared } from '../../ui/texts.ts';
import { texts } from './texts.ts';
import styles from './token-field.module.css';

type TokenFieldProps = {
  label?: string;
  problem: string | undefined;
  ref?: RefObject<HTMLInputElement | null> | undefined;
};

/**
 * The field for an access token. A style masks the text instead of the type `password`: no password manager offers to
 * store the token.
 */
export const TokenField = ({ label = texts.fields.token, problem, ref }: TokenFieldProps) => (
  <Reveal
    label={shared.show(label)}
    field={(isShown, toggle) => (
      <TextField
        label={label}
        name="token"
        problem={problem}
        className={isShown ? styles.shown : styles.masked}
        ref={ref}
      >
        {toggle}
      </TextField>
    )}
  />
);
