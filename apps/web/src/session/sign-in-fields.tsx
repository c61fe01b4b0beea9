'use client';

import { type RefObject, useEffect } from 'react';
import { TextField } from '../page/text-field.tsx';
import { PasswordField } from './password-field.tsx';
import type { SignInState, SignInWay } from './sign-in-state.ts';
import { texts } from './texts.ts';
import { TokenField } from './token-field.tsx';

type SignInFieldsProps = {
  way: SignInWay;
  state: SignInState;
  /** The field to begin with, where the page is to lead there. */
  first?: RefObject<HTMLInputElement | null>;
};

/** What one signs in with: an account of one's own, or an access token. */
export function SignInFields({ way, state: { problem, login }, first }: SignInFieldsProps) {
  useEffect(() => first?.current?.focus(), [first]);
  const problemOf = (field: string) => (problem?.field === field ? problem.text : undefined);
  return (
    <>
      {way === 'password' && (
        <>
          <TextField
            label={texts.fields.login}
            name="login"
            // The browser offers passkeys there too, where the page asks for them.
            autoComplete="username webauthn"
            defaultValue={login}
            problem={problemOf('login')}
            ref={first}
          />
          <PasswordField
            label={texts.fields.password}
            name="password"
            autoComplete="current-password"
            problem={problemOf('password')}
          />
        </>
      )}
      {way === 'token' && <TokenField problem={problemOf('token')} ref={first} />}
    </>
  );
}
