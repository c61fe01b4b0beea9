import { zodResolver } from '@hookform/resolvers/zod';
import { type NewPlant, plantFields } from '@plant-store/schema';
import type { FormEvent } from 'react';
import { useForm } from 'react-hook-form';
import { isError } from '../../api/attempt.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { DialogWindow } from '../../ui/dialogs/dialog-window.tsx';
import { readFields } from '../../ui/fields/submit-of.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { restoreFocus } from '../../ui/keyboard/restore-focus.ts';
import { TagField } from '../completion/tag-field.tsx';
import { FormPlant } from '../id-text/typed-id.ts';
import { aboutField, cleanIdIn, labels, type NewPlantValues } from '../new-plant-form.ts';
import type { QueuedPlant } from '../queue/queued-plant.ts';
import { useQueue } from './queue-provider.tsx';
import { refusalText } from './refusal-text.ts';
import styles from './repair-dialog.module.css';
import { texts } from './repair-texts.ts';
import { useFreeId } from './use-free-id.ts';

export default function RepairDialog({ entry, onClose }: { entry: QueuedPlant; onClose: () => void }) {
  const { queue } = useQueue();
  const free = useFreeId();
  const { id } = entry.plant;
  const form = useForm<NewPlantValues, unknown, NewPlant>({
    resolver: zodResolver(FormPlant),
    defaultValues: Object.fromEntries(plantFields.map((field) => [field, String(entry.plant[field] ?? '')])),
  });
  const save = (event: FormEvent) => {
    readFields(form, event);
    cleanIdIn(form);
    return form.handleSubmit((plant) => {
      // The row of the button that opened the dialog goes.
      void queue?.correct(entry, plant).then(restoreFocus);
      onClose();
    })(event);
  };
  const { errors } = form.formState;
  const isTaken =
    entry.refusal !== undefined && isError(entry.refusal, 'idTaken') && form.watch('id') === String(id);
  return (
    <DialogWindow onClose={onClose}>
      <DialogForm
        title={texts.title}
        act={texts.act}
        text={entry.refusal && !isTaken ? refusalText(entry) : texts.text}
        onSubmit={save}
      >
        {plantFields.map((field) => {
          const Field = field === 'tag' ? TagField : TextField;
          return (
            <Field
              key={field}
              label={labels[field]}
              problem={
                errors[field]
                  ? aboutField(field, errors[field].message ?? '')
                  : field === 'id' && isTaken && refusalText(entry)
              }
              {...form.register(field)}
              onBlurCapture={field === 'id' ? () => cleanIdIn(form) : undefined}
            >
              {field === 'id' && free !== undefined && (
                <Button
                  look="quiet"
                  className={styles.nextFree}
                  onClick={() => form.setValue('id', String(free), { shouldValidate: true })}
                >
                  {texts.nextFree(free)}
                </Button>
              )}
            </Field>
          );
        })}
      </DialogForm>
    </DialogWindow>
  );
}
