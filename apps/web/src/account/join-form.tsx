'use client';

import { acceptInvitation, choosePassword } from './account-actions.ts';
import { AccountForm } from './account-form.tsx';
import { NewPasswordField, PersonFields } from './person-fields.tsx';

/** Makes an account by an invitation, or gives the one that there is a new password. */
export const JoinForm = ({ code, isNew }: { code: string; isNew: boolean }) => (
  <AccountForm
    action={isNew ? acceptInvitation : choosePassword}
    submit={isNew ? 'Create my account' : 'Set password'}
    isFirst
  >
    {(state) => (
      <>
        <input type="hidden" name="code" value={code} />
        {isNew ? (
          <PersonFields state={state} />
        ) : (
          <NewPasswordField label="New password" name="password" problem={state.problems.password} />
        )}
      </>
    )}
  </AccountForm>
);
