'use client';

import { useEffect, useLayoutEffect, useState } from 'react';
import { OwnerForm } from '../../accounts/own/owner-form.tsx';
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
