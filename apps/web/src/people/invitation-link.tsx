'use client';

import { Dialog } from '@base-ui/react/dialog';
import type { Invitation } from '@plant-store/schema';
import buttons from '../page/button.module.css';
import { CopyField } from '../page/copy-field.tsx';
import styles from '../page/dialog-form.module.css';
import { When } from '../page/when.tsx';
import { QrCode } from './qr-code.tsx';

/** A link that lets somebody in: to be copied, or to be read by the phone of who stands beside. */
export function InvitationLink({ code, invitation }: { code: string; invitation: Invitation }) {
  const link = `${location.origin}/join/${code}`;
  return (
    <div className={styles.form}>
      <Dialog.Title className={styles.title}>The link for {invitation.note}</Dialog.Title>
      <Dialog.Description className={styles.text}>
        Send it to them alone: whoever opens it first is let in. It is shown only now, and works until{' '}
        <When at={invitation.expiresAt.toISOString()} />.
      </Dialog.Description>
      <CopyField label="Link" value={link} copy="Copy link">
        <Dialog.Close className={buttons.quiet}>Done</Dialog.Close>
      </CopyField>
      <QrCode text={link} name="The link as a QR code" />
    </div>
  );
}
