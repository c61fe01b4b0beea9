import { TokenField } from '../sign-in/token-field.tsx';
import { createOwner } from './account-actions.ts';
import { AccountForm, PersonFields } from './account-form.tsx';
import { texts } from './texts.ts';

/** @param code of the start link; empty asks for the first token; `undefined` until the script has read the address */
export const OwnerForm = ({ code }: { code: string | undefined }) => (
  <AccountForm action={createOwner} submit={texts.owner.submit} isFirst={code !== undefined}>
    {({ problems, typed, ...state }) => {
      const token = <TokenField label={texts.fields.token} problem={problems.token} />;
      return (
        <>
          {code === undefined && <noscript>{token}</noscript>}
          {code === '' && token}
          {code && <input type="hidden" name="code" value={code} autoComplete="off" />}
          <PersonFields state={{ ...state, problems, ...(typed && { typed }) }} />
        </>
      );
    }}
  </AccountForm>
);
