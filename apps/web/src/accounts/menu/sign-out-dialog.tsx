import { AlertDialog } from '@base-ui/react/alert-dialog';
import { saveWaiting } from '../../plants/queue-ui/queue-file.ts';
import { useQueue } from '../../plants/queue-ui/queue-provider.tsx';
import { texts as waiting } from '../../plants/queue-ui/texts.ts';
import actions from '../../ui/buttons/actions.module.css';
import buttons from '../../ui/buttons/button.module.css';
import { Button } from '../../ui/buttons/button.tsx';
import dialog from '../../ui/dialogs/dialog.module.css';
import { DialogPopup } from '../../ui/dialogs/dialog-popup.tsx';
import { texts } from '../own/texts.ts';
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
        <AlertDialog.Title className={dialog.title}>{texts.leave.title(entries.length)}</AlertDialog.Title>
        <AlertDialog.Description className={dialog.text}>
          {isPersisted ? texts.leave.text(entries.length) : texts.leave.textNotKept}
        </AlertDialog.Description>
        <div className={actions.actions}>
          <AlertDialog.Close className={buttons.primary}>{texts.leave.stay}</AlertDialog.Close>
          <Button className={buttons.quiet} onClick={() => void saveWaiting(entries)}>
            {waiting.saveAsCsv}
          </Button>
          <Button className={buttons.quiet} onClick={leave}>
            {texts.leave.signOut}
          </Button>
        </div>
      </DialogPopup>
    </AlertDialog.Root>
  );
}
