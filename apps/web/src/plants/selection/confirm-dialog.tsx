import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useForm } from 'react-hook-form';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { DialogPopup } from '../../ui/dialogs/dialog-window.tsx';
import { submitOf } from '../../ui/fields/submit-of.ts';
import { texts as bulkTexts } from './bulk-texts.ts';
import { checkNumber, NumberField } from './number-field.tsx';
import type { Dialog } from './use-bulk.ts';
import { useProblem } from './use-problem.ts';

export type ConfirmTexts = {
  title: (count: number) => string;
  text: string;
  act: (count: number) => string;
};

type ConfirmDialogProps = {
  count: number;
  texts: ConfirmTexts;
  onClose: () => void;
  /** Does it, and closes the dialog if that succeeds. */
  onConfirm: (dialog: Dialog) => unknown;
};

/** Asks the person to type the number of plants before an action that takes something away from them. */
export default function ConfirmDialog({ count, texts, onClose, onConfirm }: ConfirmDialogProps) {
  const form = useForm({ defaultValues: { number: '' } });
  const { problem, dialogFor } = useProblem();
  const { errors, isSubmitting } = form.formState;
  const confirm = submitOf(form, () => onConfirm(dialogFor(String(count))));
  return (
    <AlertDialog.Root open onOpenChange={(open) => open || onClose()}>
      <DialogPopup>
        <DialogForm
          title={texts.title(count)}
          text={texts.text}
          act={texts.act(count)}
          onSubmit={confirm}
          isDestructive
          isActing={isSubmitting}
          acting={bulkTexts.working}
          problem={problem}
        >
          <NumberField
            count={count}
            problem={errors.number?.message}
            {...form.register('number', { validate: (typed) => checkNumber(typed, count) })}
          />
        </DialogForm>
      </DialogPopup>
    </AlertDialog.Root>
  );
}
