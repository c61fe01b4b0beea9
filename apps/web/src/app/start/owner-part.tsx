'use client';

import { OwnerForm } from '../../accounts/own/owner-form.tsx';
import main from '../../ui/layout/main.module.css';
import { texts } from './texts.tsx';
import { useStartCode } from './use-start-code.ts';

/** The form for the owner account. Without the code of a start link, the form asks for the first token. */
export function OwnerPart() {
  const code = useStartCode();
  return (
    <>
      <p className={main.lead}>{code ? texts.withLink : texts.withToken}</p>
      <OwnerForm code={code} />
      {!code && <p className={main.aside}>{texts.lostToken}</p>}
    </>
  );
}
