'use client';

import { Button } from '@base-ui/react/button';
import { Dialog } from '@base-ui/react/dialog';
import type { Invitation } from '@plant-store/schema';
import { useRef, useState } from 'react';
import buttons from '../page/button.module.css';
import { TextField } from '../page/text-field.tsx';
import { When } from '../page/when.tsx';
import styles from './invite-dialog.module.css';
import { QrCode } from './qr-code.tsx';

/** A link that lets somebody in: to be copied, or to be read by the phone of who stands beside. */
export function InvitationLink({ code, invitation }: { code: string; invitation: Invitation }) {
  const link = `${location.origin}/join/${code}`;
  const field = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState('');
  const copy = async () => {
    field.current?.select();
    // A page that is not served securely may not write to the clipboard; then its reader can.
    const isCopied = await navigator.clipboard?.writeText(link).then(
      () => true,
      () => false,
    );
    setSaid(isCopied ? 'Copied.' : 'It is selected: copy it with Ctrl+C, or ⌘C.');
  };
  return (
    <div className={styles.form}>
      <Dialog.Title className={styles.title}>The link for {invitation.note}</Dialog.Title>
      <Dialog.Description className={styles.text}>
        Send it to them alone: whoever opens it first is let in. It is shown only now, and works until{' '}
        <When at={invitation.expiresAt.toISOString()} />.
      </Dialog.Description>
      <TextField label="Link" value={link} readOnly ref={field} onFocus={() => field.current?.select()} />
      <div className={styles.actions}>
        <Button className={buttons.primary} onClick={copy}>
          Copy link
        </Button>
        <Dialog.Close className={buttons.quiet}>Done</Dialog.Close>
      </div>
      <p className={styles.text} role="status">
        {said}
      </p>
      <QrCode text={link} name="The link as a QR code" />
    </div>
  );
}
