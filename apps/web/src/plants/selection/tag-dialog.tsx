import { zodResolver } from '@hookform/resolvers/zod';
import { NewPlantText } from '@plant-store/schema';
import { useForm } from 'react-hook-form';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { DialogWindow } from '../../ui/dialogs/dialog-window.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { aboutField } from '../new-plant-form.ts';
import { texts } from './texts.ts';

type TagFormProps = {
  /** The number of plants as a text, such as "3 plants". */
  plants: string;
  onTag: (tag: string) => void;
};

type TagDialogProps = TagFormProps & { isOpen: boolean; onClose: () => void };

/** Asks for the new tag of the selected plants. */
export default function TagDialog({ isOpen, onClose, ...form }: TagDialogProps) {
  return (
    <DialogWindow isOpen={isOpen} onClose={onClose}>
      <TagForm {...form} />
    </DialogWindow>
  );
}

const resolver = zodResolver(NewPlantText.pick({ tag: true }));

function TagForm({ plants, onTag }: TagFormProps) {
  const form = useForm({ resolver, defaultValues: { tag: '' } });
  const problem = form.formState.errors.tag?.message;
  return (
    <DialogForm
      {...texts.tagDialog}
      title={texts.tagDialog.title(plants)}
      onSubmit={form.handleSubmit(({ tag }) => onTag(tag ?? ''))}
    >
      <TextField
        label={texts.tagDialog.label}
        problem={problem && aboutField('tag', problem)}
        {...form.register('tag')}
      />
    </DialogForm>
  );
}
