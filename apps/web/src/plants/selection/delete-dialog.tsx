import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type FormEvent, useState } from 'react';
import buttons from '../../ui/buttons/button.module.css';
import { Button } from '../../ui/buttons/button.tsx';
import dialog from '../../ui/dialogs/dialog.module.css';
import { TextField } from '../../ui/fields/text-field.tsx';
import styles from './tag-dialog.module.css';
import { texts } from './texts.ts';

type DeleteDialogProps = { count: number; onClose: () => void; onDelete: () => void };

/** Asks for the number of plants before they are deleted; `2158` and `2,158` are the same. */
export default function DeleteDialog({ count, onClose, onDelete }: DeleteDialogProps) {
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('count') ?? '').trim();
    if (typed.replace(/[\s,.']/g, '') !== String(count))
      return setProblem(texts.deleteDialog.wrong(count, typed));
    onClose();
    onDelete();
  };
  return (
    <AlertDialog.Root open onOpenChange={(open) => open || onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={dialog.backdrop} />
        <AlertDialog.Popup className={dialog.popup}>
          <AlertDialog.Title className={dialog.title}>{texts.deleteDialog.title(count)}</AlertDialog.Title>
          <AlertDialog.Description className={dialog.text}>{texts.deleteDialog.text}</AlertDialog.Description>
          <form className={styles.form} onSubmit={submit} noValidate>
            <TextField
              label={texts.deleteDialog.label(count)}
              name="count"
              inputMode="numeric"
              problem={problem}
            />
            <div className={styles.actions}>
              <Button type="submit" className={buttons.primary}>
                {texts.deleteDialog.delete(count)}
              </Button>
              <AlertDialog.Close className={buttons.quiet}>{texts.deleteDialog.cancel}</AlertDialog.Close>
            </div>
          </form>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
