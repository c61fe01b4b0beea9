import { Dialog } from '@base-ui/react/dialog';
import type { Invitation } from '@plant-store/schema';
import { useMemo } from 'react';
import { encode } from 'uqr';
import buttons from '../../ui/buttons/button.module.css';
import form from '../../ui/dialogs/dialog-form.module.css';
import { CopyField } from '../../ui/fields/copy-field.tsx';
import { isLoopback } from '../../ui/is-loopback.ts';
import { modulesPath } from '../../ui/modules-path.ts';
import { Bdi } from '../../ui/text/bdi.tsx';
import { When } from '../../ui/text/when.tsx';
import styles from './qr-code.module.css';
import { texts } from './texts.tsx';

export function InvitationLink({ code, invitation }: { code: string; invitation: Invitation }) {
  const link = `${location.origin}/join/${code}`;
  const until = <When at={invitation.expiresAt} />;
  return (
    <div className={form.form}>
      <Dialog.Title className={form.title}>{texts.link.title(<Bdi text={invitation.note} />)}</Dialog.Title>
      <Dialog.Description className={form.text}>
        {invitation.personId
          ? texts.link.password(<Bdi text={invitation.note} />, until)
          : texts.link.account(until)}
      </Dialog.Description>
      {isLoopback(location.hostname) && <p className={form.text}>{texts.link.thisComputer}</p>}
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
