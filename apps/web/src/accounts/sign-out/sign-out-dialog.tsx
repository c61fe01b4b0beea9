import { AlertDialog } from '@base-ui/react/alert-dialog';
import { saveWaiting } from '../../plants/queue-ui/queue-file.ts';
import { useQueue } from '../../plants/queue-ui/queue-provider.tsx';
import { texts as waiting } from '../../plants/queue-ui/texts.ts';
import actions from '../../ui/buttons/actions.module.css';
import buttons from '../../ui/buttons/button.module.css';
import { Button } from '../../ui/buttons/button.tsx';
import dialog from '../../ui/dialogs/dialog.module.css';
import { DialogPopup } from '../../ui/dialogs/dialog-window.tsx';
import { texts } from './dialog-texts.ts';

type SignOutDialogProps = { label: string; onSignOut: () => void; onClose: () => void };

export default function SignOutDialog({ label, onSignOut, onClose }: SignOutDialogProps) {
  const { entries, isPersisted } = useQueue().state;
  return (
    <AlertDialog.Root open onOpenChange={(open) => open || onClose()}>
      <DialogPopup>
        <AlertDialog.Title className={dialog.title}>{texts.title(entries.length)}</AlertDialog.Title>
        <AlertDialog.Description className={dialog.text}>
          {isPersisted ? texts.text(entries.length) : texts.textNotKept}
        </AlertDialog.Description>
        <div className={actions.actions}>
          <AlertDialog.Close className={buttons.primary}>{texts.stay}</AlertDialog.Close>
          <Button onClick={() => void saveWaiting(entries)}>{waiting.saveAsCsv}</Button>
          <AlertDialog.Close className={buttons.danger} onClick={onSignOut}>
            {label}
          </AlertDialog.Close>
        </div>
      </DialogPopup>
    </AlertDialog.Root>
  );
}
