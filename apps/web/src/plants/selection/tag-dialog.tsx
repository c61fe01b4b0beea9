import { NewPlantText } from '@plant-store/schema';
import { useForm } from 'react-hook-form';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { DialogWindow } from '../../ui/dialogs/dialog-window.tsx';
import { submitOf } from '../../ui/fields/submit-of.ts';
import { TagField } from '../form/completed-field.tsx';
import { aboutField } from '../new-plant-form.ts';
import { checkNumber, NumberField, unconfirmedMax } from './number-field.tsx';
import { texts } from './texts.ts';

type TagFormProps = {
  count: number;
  onTag: (tag: string) => void;
};

type TagDialogProps = TagFormProps & { isOpen: boolean; onClose: () => void };

/** Asks for the new tag of the selected plants; for more than 100 plants also for their number. */
export default function TagDialog({ isOpen, onClose, ...form }: TagDialogProps) {
  return (
    <DialogWindow isOpen={isOpen} onClose={onClose}>
      <TagForm {...form} />
    </DialogWindow>
  );
}

function TagForm({ count, onTag }: TagFormProps) {
  const form = useForm({ defaultValues: { tag: '', number: '' } });
  const { errors } = form.formState;
  return (
    <DialogForm
      {...texts.tagDialog}
      title={texts.tagDialog.title(count)}
      onSubmit={submitOf(form, ({ tag }) => onTag(readTag(tag).tag ?? ''))}
    >
      <TagField
        label={texts.tagDialog.label}
        problem={errors.tag?.message}
        {...form.register('tag', { validate: (typed) => readTag(typed).problem ?? true })}
      />
      {count > unconfirmedMax && (
        <NumberField
          count={count}
          problem={errors.number?.message}
          {...form.register('number', { validate: (typed) => checkNumber(typed, count) })}
        />
      )}
    </DialogForm>
  );
}

/** Reads a typed tag as the store would. An empty field is a problem: it never means to remove tags. */
function readTag(typed: string): { tag: string; problem?: undefined } | { tag?: undefined; problem: string } {
  const { data: tag, error } = NewPlantText.shape.tag.safeParse(typed);
  if (error) return { problem: aboutField('tag', error.issues[0]?.message ?? '') };
  return tag === undefined ? { problem: texts.tagDialog.empty } : { tag };
}
