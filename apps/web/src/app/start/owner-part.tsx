'use client';

import { useEffect, useLayoutEffect, useState } from 'react';
import { createOwner } from '../../accounts/own/account-actions.ts';
import { AccountForm, PersonFields } from '../../accounts/own/account-form.tsx';
import { texts as own } from '../../accounts/own/texts.ts';
import { TokenField } from '../../accounts/sign-in/sign-in-fields.tsx';
import main from '../../ui/layout/main.module.css';
import { texts } from './texts.tsx';

export function OwnerPart({ file }: { file: string | undefined }) {
  const code = useStartCode();
  return (
    <>
      <p className={main.lead}>{code ? texts.withLink : texts.withToken(file)}</p>
      <OwnerForm code={code} />
      {!code && <p className={main.aside}>{texts.lostToken}</p>}
    </>
  );
}

/** `undefined` before hydration, empty without a code. The code leaves the address before the first paint. */
function useStartCode(): string | undefined {
  const [code, setCode] = useState<string>();
  useLayoutEffect(() => {
    const take = () => {
      const taken = location.hash.slice(1);
      // With its own state, Next's router ignores the change of the address.
      history.replaceState(history.state, '', location.pathname);
      setCode((known) => taken || known || '');
    };
    take();
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  // Next's router would restore the address with the code. It listens only after its effects have run, so this later
  // call tells it the new address.
  useEffect(() => queueMicrotask(() => history.replaceState(null, '', location.pathname)), []);
  return code;
}

/** @param code of the start link; empty asks for the first token; `undefined` until the script has read the address */
const OwnerForm = ({ code }: { code: string | undefined }) => (
  <AccountForm action={createOwner} submit={own.owner.submit} isFirst={code !== undefined}>
    {(state) => {
      const token = <TokenField label={own.fields.token} problem={state.problems.token} />;
      return (
        <>
          {code === undefined && <noscript>{token}</noscript>}
          {code === '' && token}
          {code && <input type="hidden" name="code" value={code} autoComplete="off" />}
          <PersonFields state={state} />
        </>
      );
    }}
  </AccountForm>
);
