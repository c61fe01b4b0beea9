'use client';

import { Button } from '@base-ui/react/button';
import { Dialog } from '@base-ui/react/dialog';
import type { Failure } from '@plant-store/client';
import type { Person, Role } from '@plant-store/schema';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import buttons from '../page/button.module.css';
import dialog from '../page/dialog.module.css';
import styles from '../page/dialog-form.module.css';
import { TextField } from '../page/text-field.tsx';
import { attempt } from '../store/attempt.ts';
import { browserClient } from '../store/browser-client.ts';
import { reason } from '../store/reason.ts';
import { sentence } from '../store/sentence.ts';
import { useAttempt } from '../store/use-attempt.ts';
import { InvitationLink } from './invitation-link.tsx';
import { refreshPeople } from './people-queries.ts';
import { RoleChoice } from './role-choice.tsx';

/** Whom a link is for: somebody new, or a person who needs another password. */
export type Invited = { kind: 'somebody' } | { kind: 'password'; person: Person };

type Link = Awaited<ReturnType<typeof browserClient.invitations.create.mutate>>;

/** Makes a link that lets somebody in, and shows it, this one time. */
export function InviteDialog({ invited, onClose }: { invited: Invited | undefined; onClose: () => void }) {
  const [made, setMade] = useState<{ invited: Invited; link: Link }>();
  // While it closes it shows what it had.
  const [shown, setShown] = useState(invited);
  if (invited && invited !== shown) setShown(invited);
  // An answer may come after somebody else was asked for.
  const link = made?.invited === shown ? made?.link : undefined;
  return (
    <Dialog.Root
      open={invited !== undefined}
      onOpenChange={(open) => open || onClose()}
      // What is shown once does not go by a touch beside it.
      disablePointerDismissal={link !== undefined}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={dialog.popup}>
          {link ? (
            <InvitationLink code={link.code} invitation={link.invitation} />
          ) : (
            shown && <Asking invited={shown} onLink={(link) => setMade({ invited: shown, link })} />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Asking({ invited, onLink }: { invited: Invited; onLink: (link: Link) => void }) {
  const [role, setRole] = useState<Role>('clerk');
  const [failure, setFailure] = useState<Failure>();
  const [isPending, setPending] = useState(false);
  const queries = useQueryClient();
  const attemptSignedIn = useAttempt();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const note = String(new FormData(event.currentTarget).get('note') ?? '');
    setPending(true);
    const outcome = await attemptSignedIn(() =>
      attempt(() =>
        invited.kind === 'password'
          ? browserClient.invitations.createForPassword.mutate({ personId: invited.person.id })
          : browserClient.invitations.create.mutate({ role, note }),
      ),
    );
    setPending(false);
    if ('failure' in outcome) return setFailure(outcome.failure);
    void refreshPeople(queries);
    onLink(outcome.value);
  };
  const [atNote] = failure?.problems.filter(({ pointer }) => pointer === '/note') ?? [];
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {invited.kind === 'password' ? (
        <>
          <Dialog.Title className={styles.title}>A new password for {invited.person.name}</Dialog.Title>
          <Dialog.Description className={styles.text}>
            Whoever opens the link can choose it, and is signed in as them. It works once, for 48 hours. Until
            it is used, the present password works.
          </Dialog.Description>
        </>
      ) : (
        <>
          <Dialog.Title className={styles.title}>Invite somebody</Dialog.Title>
          <Dialog.Description className={styles.text}>
            You get a link to send or show to them. It works once, for 48 hours.
          </Dialog.Description>
          <TextField
            label="Who is it for?"
            name="note"
            autoCapitalize="words"
            problem={atNote && sentence(atNote.message, 'This')}
          />
          <RoleChoice role={role} onChange={setRole} />
        </>
      )}
      <p className={styles.problem} role="alert">
        {failure && !atNote && reason(failure)}
      </p>
      <div className={styles.actions}>
        <Button type="submit" className={buttons.primary} disabled={isPending} focusableWhenDisabled>
          {isPending ? 'Making a link…' : 'Make a link'}
        </Button>
        <Dialog.Close className={buttons.quiet}>Cancel</Dialog.Close>
      </div>
    </form>
  );
}
