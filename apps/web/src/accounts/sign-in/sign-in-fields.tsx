import type { SignInState, SignInWay } from '../../session/sign-in-state.ts';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { focusOnMount } from '../../ui/keyboard/focus-on-mount.ts';
import { texts } from './texts.ts';
import { TokenField } from './token-field.tsx';

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
