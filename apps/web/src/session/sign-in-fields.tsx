'use client';

import { type RefObject, useEffect } from 'react';
import { TextField } from '../page/text-field.tsx';
import { PasswordField } from './password-field.tsx';
import styles from './sign-in-fields.module.css';
import type { SignInState, SignInWays } from './sign-in-state.ts';
import { TokenField } from './token-field.tsx';

type SignInFieldsProps = {
  ways: SignInWays;
  state: SignInState;
  /** The field to begin with, where the page is to lead there. */
  first?: RefObject<HTMLInputElement | null>;
};

/** What one signs in with: an account of one's own, or an access token. */
export function SignInFields({ ways, state: { problem, login }, first }: SignInFieldsProps) {
  useEffect(() => first?.current?.focus(), [first]);
  const problemOf = (field: string) => (problem?.field === field ? problem.text : undefined);
  return (
    <>
      {ways !== 'token' && (
        <>
          <TextField
            label="E-mail or user name"
            name="login"
            // The browser offers passkeys there too, where the page asks for them.
            autoComplete="username webauthn"
            defaultValue={login}
            problem={problemOf('login')}
            ref={first}
          />
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            problem={problemOf('password')}
          />
        </>
      )}
      {ways === 'either' && <p className={styles.or}>or</p>}
      {ways !== 'password' && (
        <TokenField problem={problemOf('token')} {...(ways === 'token' && { ref: first })} />
      )}
    </>
  );
}
