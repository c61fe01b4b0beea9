'use client';

import buttons from '../../ui/buttons/button.module.css';
import { Button } from '../../ui/buttons/button.tsx';
import { useActionForm } from '../../ui/use-action-form.ts';
import styles from '../sign-in/sign-in-form.module.css';
import account from './account-page.module.css';
import { texts } from './texts.ts';

/** A button that ends sessions by `action`, and opens the sign-in page. */
export function SignOutForm({ action, label }: { action: () => Promise<never>; label: string }) {
  const { state, isPending, formProps } = useActionForm<{ problem?: string }>(
    action,
    {},
    { problem: texts.leave.unreachable },
  );
  return (
    <form {...formProps} className={account.signOut}>
      <p className={styles.problem} role="alert">
        {state.problem}
      </p>
      <Button type="submit" className={buttons.quiet} disabled={isPending}>
        {label}
      </Button>
    </form>
  );
}
