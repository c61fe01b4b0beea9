import type { Ref } from 'react';
import { Reveal } from '../../ui/fields/reveal.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { texts as shared } from '../../ui/texts.ts';
import { texts } from './texts.ts';
import styles from './token-field.module.css';

type TokenFieldProps = {
  label?: string;
  problem: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
};

/** The field for an access token. A style masks it, not the type `password`: no password manager should store it. */
export const TokenField = ({ label = texts.fields.token, problem, ref }: TokenFieldProps) => (
  <Reveal
    label={shared.show(label)}
    field={(isShown, toggle) => (
      <TextField
        label={label}
        name="token"
        data-secret
        problem={problem}
        className={isShown ? styles.shown : styles.masked}
        ref={ref}
      >
        {toggle}
      </TextField>
    )}
  />
);
