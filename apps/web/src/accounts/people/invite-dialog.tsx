import { type Person, type Role, roles } from '@plant-store/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { browserClient } from '../../api/browser-client.ts';
import { sentence } from '../../api/sentence.ts';
import { useSubmit } from '../../session/use-submit.ts';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { DialogWindow } from '../../ui/dialogs/dialog-window.tsx';
import { RadioChoice } from '../../ui/fields/radio-choice.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Bdi } from '../../ui/text/bdi.tsx';
import { InvitationLink } from './invitation-link.tsx';
import { refreshPeople } from './people-queries.ts';
import { texts } from './texts.tsx';

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
