'use client';

import { Dialog } from '@base-ui/react/dialog';
import type { Person, Role } from '@plant-store/schema';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { browserClient } from '../../api/browser-client.ts';
import { sentence } from '../../api/sentence.ts';
import { useRequest } from '../../session/use-request.ts';
import dialog from '../../ui/dialogs/dialog.module.css';
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx';
import styles from '../../ui/dialogs/dialog-form.module.css';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Bdi } from '../../ui/text/bdi.tsx';
import { InvitationLink } from './invitation-link.tsx';
import { refreshPeople } from './people-queries.ts';
import { RoleChoice } from './role-choice.tsx';
import { texts } from './texts.tsx';

/** The person a link is for: a new one, or one who needs another password. */
export type Invited = { kind: 'somebody' } | { kind: 'password'; person: Person };

type Link = Awaited<ReturnType<typeof browserClient.invitations.create.mutate>>;

/** Makes a link that gives an account or a new password, and shows it this one time. */
export function InviteDialog({ invited, onClose }: { invited: Invited | undefined; onClose: () => void }) {
  const [made, setMade] = useState<{ invited: Invited; link: Link }>();
  // A closing dialog still shows its person.
  const [shown, setShown] = useState(invited);
  if (invited && invited !== shown) setShown(invited);
  // An answer may come after the dialog has changed to another person.
  const link = made?.invited === shown ? made?.link : undefined;
  return (
    <Dialog.Root
      open={invited !== undefined}
      onOpenChange={(open) => open || onClose()}
      // A click outside does not close the dialog once it has the link, which is shown only once.
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
  const queries = useQueryClient();
  const { send, problemAt, problemBeside, isPending } = useRequest<Link>((link) => {
    void refreshPeople(queries);
    onLink(link);
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const note = String(new FormData(event.currentTarget).get('note') ?? '');
    void send(() =>
      invited.kind === 'password'
        ? browserClient.invitations.createForPassword.mutate({ personId: invited.person.id })
        : browserClient.invitations.create.mutate({ role, note }),
    );
  };
  const atNote = problemAt('/note');
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {invited.kind === 'password' ? (
        <>
          <Dialog.Title className={styles.title}>
            {texts.invite.passwordTitle(<Bdi text={invited.person.name} />)}
          </Dialog.Title>
          <Dialog.Description className={styles.text}>{texts.invite.passwordText}</Dialog.Description>
        </>
      ) : (
        <>
          <Dialog.Title className={styles.title}>{texts.invite.title}</Dialog.Title>
          <Dialog.Description className={styles.text}>{texts.invite.text}</Dialog.Description>
          <TextField
            label={texts.invite.note}
            name="note"
            autoCapitalize="words"
            problem={atNote && sentence(atNote, texts.invite.theNote)}
          />
          <RoleChoice role={role} onChange={setRole} />
        </>
      )}
      <DialogActions
        act={texts.invite.act}
        acting={texts.invite.acting}
        isActing={isPending}
        problem={problemBeside('/note')}
      />
    </form>
  );
}
