import { Dialog } from '@base-ui/react/dialog';
import type { Invitation } from '@plant-store/schema';
import buttons from '../../ui/buttons/button.module.css';
import form from '../../ui/dialogs/dialog-form.module.css';
import { CopyField } from '../../ui/fields/copy-field.tsx';
import { Bdi } from '../../ui/text/bdi.tsx';
import { When } from '../../ui/text/when.tsx';
import { QrCode } from './qr-code.tsx';
import { texts } from './texts.tsx';

export function InvitationLink({ code, invitation }: { code: string; invitation: Invitation }) {
  const link = `${location.origin}/join/${code}`;
  const until = <When at={invitation.expiresAt.toISOString()} />;
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

const isLoopback = (host: string) => /^(localhost|127\.[\d.]+|\[::1\])$/.test(host);
