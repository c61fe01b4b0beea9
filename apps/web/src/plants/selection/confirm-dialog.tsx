import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useForm } from 'react-hook-form';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { DialogPopup } from '../../ui/dialogs/dialog-window.tsx';
import { submitOf } from '../../ui/fields/submit-of.ts';
import { checkNumber, NumberField } from './number-field.tsx';

export type ConfirmTexts = {
  title: (count: number) => string;
  text: string;
  act: (count: number) => string;
};

type ConfirmDialogProps = { count: number; texts: ConfirmTexts; onClose: () => void; onConfirm: () => void };

/** Asks the person to type the number of plants before an action that takes something away from them. */
export default function ConfirmDialog({ count, texts, onClose, onConfirm }: ConfirmDialogProps) {
  const form = useForm({ defaultValues: { number: '' } });
  const confirm = submitOf(form, () => {
    onClose();
    onConfirm();
  });
  return (
    <AlertDialog.Root open onOpenChange={(open) => open || onClose()}>
      <DialogPopup>
        <DialogForm
          title={texts.title(count)}
          text={texts.text}
          act={texts.act(count)}
          onSubmit={confirm}
          isDestructive
        >
          <NumberField
            count={count}
            problem={form.formState.errors.number?.message}
            {...form.register('number', { validate: (typed) => checkNumber(typed, count) })}
          />
        </DialogForm>
      </DialogPopup>
    </AlertDialog.Root>
  );
}
