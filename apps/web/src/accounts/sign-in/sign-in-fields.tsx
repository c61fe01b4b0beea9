import type { Ref } from 'react';
import type { SignInState, SignInWay } from '../../session/sign-in-state.ts';
import { PasswordField, useReveal } from '../../ui/fields/password-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { focusOnMount } from '../../ui/keyboard/focus-on-mount.ts';
import { texts } from './texts.ts';
import styles from './token-field.module.css';

type SignInFieldsProps = {
  way: SignInWay;
  state: SignInState;
  isFirst?: boolean;
};

export function SignInFields({ way, state: { problem, login }, isFirst = false }: SignInFieldsProps) {
  const first = isFirst ? focusOnMount : undefined;
  const problemOf = (field: string) => (problem?.field === field ? problem.text : undefined);
  return (
    <>
      {way === 'password' && (
        <>
          <TextField
            label={texts.fields.login}
            name="login"
            // In this field the browser also offers passkeys.
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

type TokenFieldProps = {
  label?: string;
  problem: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
};

/** The field for an access token. A style masks it, not the type `password`: no password manager should store it. */
export function TokenField({ label = texts.fields.token, problem, ref }: TokenFieldProps) {
  const { isShown, toggle } = useReveal(label);
  return (
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
  );
}
