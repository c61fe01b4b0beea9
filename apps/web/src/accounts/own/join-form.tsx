'use client';

import { acceptInvitation, choosePassword } from './account-actions.ts';
import { AccountForm, NewPasswordField, PersonFields } from './account-form.tsx';
import { texts } from './texts.ts';

/** Creates an account from an invitation for `name`, or sets a new password for an existing account. */
export const JoinForm = ({ code, isNew, name }: { code: string; isNew: boolean; name: string }) => (
  <AccountForm
    action={isNew ? acceptInvitation : choosePassword}
    submit={isNew ? texts.join.create : texts.join.setPassword}
    isFirst
  >
    {(state) => (
      <>
        <input type="hidden" name="code" value={code} />
        {isNew ? (
          <PersonFields state={{ typed: { name }, ...state }} />
        ) : (
          <NewPasswordField
            label={texts.fields.newPassword}
            name="password"
            problem={state.problems.password}
          />
        )}
      </>
    )}
  </AccountForm>
);
