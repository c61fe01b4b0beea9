import { Dialog } from '@base-ui/react/dialog';
import { type Invitation, type Person, type Role, roles } from '@plant-store/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import { encode } from 'uqr';
import { browserClient } from '../../api/browser-client.ts';
import { sentence } from '../../api/sentence.ts';
import { useSubmit } from '../../session/use-submit.ts';
import buttons from '../../ui/buttons/button.module.css';
import dialog from '../../ui/dialogs/dialog-form.module.css';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { DialogWindow } from '../../ui/dialogs/dialog-window.tsx';
import { CopyField } from '../../ui/fields/copy-field.tsx';
import { RadioChoice } from '../../ui/fields/radio-choice.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { isLoopback } from '../../ui/is-loopback.ts';
import { modulesPath } from '../../ui/modules-path.ts';
import { Bdi } from '../../ui/text/bdi.tsx';
import { When } from '../../ui/text/when.tsx';
import styles from './qr-code.module.css';
import { texts } from './texts.tsx';
import { refreshPeople } from './use-people.ts';

export type Invited = { kind: 'somebody' } | { kind: 'password'; person: Person };

type Link = Awaited<ReturnType<typeof browserClient.invitations.create.mutate>>;

/** Creates a link to a new account or a new password. The dialog shows the link only once. */
export function InviteDialog({ invited, onClose }: { invited: Invited | undefined; onClose: () => void }) {
  const [made, setMade] = useState<{ invited: Invited; link: Link }>();
  // While the dialog closes, it still shows its person.
  const [shown, setShown] = useState(invited);
  if (invited && invited !== shown) setShown(invited);
  // Ignores an answer that comes after the dialog has changed to another person.
  const link = made?.invited === shown ? made?.link : undefined;
  return (
    // The link is shown only once, so a click outside does not close the dialog with the link.
    <DialogWindow isOpen={invited !== undefined} onClose={onClose} isFirm={link !== undefined}>
      {link ? (
        <InvitationLink code={link.code} invitation={link.invitation} />
      ) : (
        shown && <InviteForm invited={shown} onLink={(link) => setMade({ invited: shown, link })} />
      )}
    </DialogWindow>
  );
}

function InviteForm({ invited, onLink }: { invited: Invited; onLink: (link: Link) => void }) {
  const queries = useQueryClient();
  const form = useForm<{ note: string; role: Role }>({ defaultValues: { note: '', role: 'clerk' } });
  const submit = useSubmit(form, {
    send: (invitation): Promise<Link> =>
      invited.kind === 'password'
        ? browserClient.invitations.createForPassword.mutate({ personId: invited.person.id })
        : browserClient.invitations.create.mutate(invitation),
    onDone: (link) => {
      void refreshPeople(queries);
      onLink(link);
    },
    fields: ['note'],
    onNoAnswer: () => {
      void refreshPeople(queries);
      return texts.invite.noAnswer;
    },
  });
  if (invited.kind === 'password')
    return (
      <DialogForm
        {...texts.invite}
        title={texts.invite.passwordTitle(<Bdi text={invited.person.name} />)}
        text={texts.invite.passwordText}
        {...submit}
      />
    );
  const problem = form.formState.errors.note?.message;
  return (
    <DialogForm {...texts.invite} {...submit}>
      <TextField
        label={texts.invite.note}
        autoCapitalize="words"
        problem={problem && sentence(problem, texts.invite.theNote)}
        {...form.register('note')}
      />
      <RoleChoice role={form.watch('role')} onChange={(role) => form.setValue('role', role)} />
    </DialogForm>
  );
}

const choices = roles.map((role) => ({
  value: role,
  text: texts.roles.names[role],
  note: texts.roles.rights[role],
}));

const RoleChoice = ({ role, onChange }: { role: Role; onChange: (role: Role) => void }) => (
  <RadioChoice label={texts.roles.label} value={role} onChange={onChange} choices={choices} />
);

function InvitationLink({ code, invitation }: { code: string; invitation: Invitation }) {
  const link = `${location.origin}/join/${code}`;
  const until = <When at={invitation.expiresAt} />;
  return (
    <div className={dialog.form}>
      <Dialog.Title className={dialog.title}>{texts.link.title(<Bdi text={invitation.note} />)}</Dialog.Title>
      <Dialog.Description className={dialog.text}>
        {invitation.personId
          ? texts.link.password(<Bdi text={invitation.note} />, until)
          : texts.link.account(until)}
      </Dialog.Description>
      {isLoopback(location.hostname) && <p className={dialog.text}>{texts.link.thisComputer}</p>}
      <CopyField label={texts.link.label} value={link} copy={texts.link.copy}>
        <Dialog.Close className={buttons.quiet}>{texts.link.done}</Dialog.Close>
      </CopyField>
      {!isLoopback(location.hostname) && <QrCode text={link} name={texts.link.qrCode} />}
    </div>
  );
}

/** A text as a QR code, dark on light in every colour scheme: many readers do not recognise light on dark. */
function QrCode({ text, name }: { text: string; name: string }) {
  // ISO/IEC 18004 requires a white border of four modules.
  const { size, data } = useMemo(() => encode(text, { border: 4 }), [text]);
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={name}
      shapeRendering="crispEdges"
    >
      <path d={modulesPath(data)} />
    </svg>
  );
}
