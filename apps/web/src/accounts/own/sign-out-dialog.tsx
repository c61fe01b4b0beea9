'use client';

import { AlertDialog } from '@base-ui/react/alert-dialog';
import { saveWaiting } from '../../plants/waiting/queue-file.ts';
import { useQueue } from '../../plants/waiting/queue-provider.tsx';
import { texts } from '../../plants/waiting/texts.ts';
import actions from '../../ui/buttons/actions.module.css';
import buttons from '../../ui/buttons/button.module.css';
import { Button } from '../../ui/buttons/button.tsx';
import dialog from '../../ui/dialogs/dialog.module.css';
import { DialogPopup } from '../../ui/dialogs/dialog-popup.tsx';
import { useSignOut } from './use-sign-out.ts';

/** Asks before a person with unsaved plants signs out. */
export default function SignOutDialog({ onClose }: { onClose: () => void }) {
  const { entries, isPersisted } = useQueue().state;
  const signOutSafely = useSignOut();
  const leave = () => {
    onClose();
    signOutSafely();
  };
  return (
    <AlertDialog.Root open onOpenChange={(open) => open || onClose()}>
      <DialogPopup>
        <AlertDialog.Title className={dialog.title}>{texts.signOut.title(entries.length)}</AlertDialog.Title>
        <AlertDialog.Description className={dialog.text}>
          {isPersisted ? texts.signOut.text(entries.length) : texts.signOut.textNotKept}
        </AlertDialog.Description>
        <div className={actions.actions}>
          <AlertDialog.Close className={buttons.primary}>{texts.signOut.stay}</AlertDialog.Close>
          <Button className={buttons.quiet} onClick={() => void saveWaiting(entries)}>
            {texts.saveAsCsv}
          </Button>
          <Button className={buttons.quiet} onClick={leave}>
            {texts.signOut.signOut}
          </Button>
        </div>
      </DialogPopup>
    </AlertDialog.Root>
  );
}
