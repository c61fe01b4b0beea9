import type { FormEvent } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { useSignOut } from './use-sign-out.tsx';

type SignOutFormProps = {
  action: () => Promise<never>;
  label: string;
  /** True if `action` ends the sessions on other devices too. */
  isDestructive?: boolean;
};

export function SignOutForm({ action, label, isDestructive = false }: SignOutFormProps) {
  const { requestSignOut, isLeaving, dialog } = useSignOut(action, label);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    requestSignOut();
  };
  return (
    <>
      <form action={action} onSubmit={onSubmit}>
        <Button type="submit" look={isDestructive ? 'danger' : 'quiet'} disabled={isLeaving}>
          {label}
        </Button>
      </form>
      {dialog}
    </>
  );
}
