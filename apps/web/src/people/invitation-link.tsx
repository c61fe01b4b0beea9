'use client';

import { Dialog } from '@base-ui/react/dialog';
import type { Invitation } from '@plant-store/schema';
import { Bdi } from '../page/bdi.tsx';
import buttons from '../page/button.module.css';
import { CopyField } from '../page/copy-field.tsx';
import form from '../page/dialog-form.module.css';
import { isolated } from '../page/isolated.ts';
import { When } from '../page/when.tsx';
import { QrCode } from './qr-code.tsx';

/** A link that lets somebody in: to be copied, or to be read by the phone of who stands beside. */
export function InvitationLink({ code, invitation }: { code: string; invitation: Invitation }) {
  const link = `${location.origin}/join/${code}`;
  return (
    <div className={form.form}>
      <Dialog.Title className={form.title}>
        The link for <Bdi text={invitation.note} />
      </Dialog.Title>
      <Dialog.Description className={form.text}>
        Send it to them alone: whoever uses it first{' '}
        {invitation.personId ? `can sign in as ${isolated(invitation.note)}` : 'gets the account'}. It is
        shown only now, and works until <When at={invitation.expiresAt.toISOString()} />.
      </Dialog.Description>
      {isLoopback(location.hostname) && (
        <p className={form.text}>
          This link works only on this computer. To invite others, open the store at its network address
          first: set <code>HOST=0.0.0.0</code> in the file <code>.env</code>, start the store again, open it
          at the address of this computer, and make the link there.
        </p>
      )}
      <CopyField label="Link" value={link} copy="Copy link">
        <Dialog.Close className={buttons.quiet}>Done</Dialog.Close>
      </CopyField>
      {!isLoopback(location.hostname) && <QrCode text={link} name="The link as a QR code" />}
    </div>
  );
}

const isLoopback = (host: string) => /^(localhost|127\.[\d.]+|\[::1\])$/.test(host);
