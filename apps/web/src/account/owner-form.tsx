'use client';

import { TokenField } from '../session/token-field.tsx';
import { createOwner } from './account-actions.ts';
import { AccountForm } from './account-form.tsx';
import { PersonFields } from './person-fields.tsx';

/** Makes the account of a new store's owner. */
export const OwnerForm = () => (
  <AccountForm action={createOwner} submit="Create the owner account" isFirst>
    {(state) => (
      <>
        <TokenField label="First token" problem={state.problems.token} />
        <PersonFields state={state} />
      </>
    )}
  </AccountForm>
);
