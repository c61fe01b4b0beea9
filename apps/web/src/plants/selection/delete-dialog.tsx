import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useForm } from 'react-hook-form';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { DialogPopup } from '../../ui/dialogs/dialog-popup.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { texts } from './texts.ts';

const { deleteDialog } = texts;

type DeleteDialogProps = { count: number; onClose: () => void; onDelete: () => void };

/** Asks the person to type the number of plants before the deletion; `2158` and `2,158` are the same. */
export default function DeleteDialog({ count, onClose, onDelete }: DeleteDialogProps) {
  const form = useForm({ defaultValues: { typed: '' } });
  const validate = (typed: string) =>
    typed.replace(/[\s,.']/g, '') === String(count) || deleteDialog.wrong(count, typed.trim());
  const confirm = form.handleSubmit(() => {
    onClose();
    onDelete();
  });
  return (
    <AlertDialog.Root open onOpenChange={(open) => open || onClose()}>
      <DialogPopup>
        <DialogForm
          title={deleteDialog.title(count)}
          text={deleteDialog.text}
          act={deleteDialog.delete(count)}
          onSubmit={confirm}
        >
          <TextField
            label={deleteDialog.label(count)}
            inputMode="numeric"
            problem={form.formState.errors.typed?.message}
            {...form.register('typed', { validate })}
          />
        </DialogForm>
      </DialogPopup>
    </AlertDialog.Root>
  );
}
