'use client';

import { Dialog } from '@base-ui/react/dialog';
import { NewPlantText } from '@plant-store/schema';
import { type FormEvent, useState } from 'react';
import buttons from '../../ui/buttons/button.module.css';
import { Button } from '../../ui/buttons/button.tsx';
import dialog from '../../ui/dialogs/dialog.module.css';
import { TextField } from '../../ui/fields/text-field.tsx';
import { aboutField } from '../new-plant-form.ts';
import styles from './tag-dialog.module.css';
import { texts } from './texts.ts';

type TagDialogProps = {
  isOpen: boolean;
  /** The plants it is for, in words. */
  what: string;
  onClose: () => void;
  onTag: (tag: string) => void;
};

/** Asks for the new tag of the selected plants. */
export default function TagDialog({ isOpen, what, onClose, onTag }: TagDialogProps) {
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = NewPlantText.shape.tag.safeParse(new FormData(event.currentTarget).get('new-tag') ?? '');
    if (!read.success) return setProblem(aboutField('tag', read.error.issues[0]?.message ?? ''));
    setProblem(undefined);
    onTag(read.data ?? '');
  };
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={dialog.popup}>
          <Dialog.Title className={dialog.title}>{texts.tagDialog.title(what)}</Dialog.Title>
          <Dialog.Description className={dialog.text}>{texts.tagDialog.text}</Dialog.Description>
          <form className={styles.form} onSubmit={submit} noValidate>
            <TextField label={texts.tagDialog.label} name="new-tag" problem={problem} />
            <div className={styles.actions}>
              <Button type="submit" className={buttons.primary}>
                {texts.tagDialog.set}
              </Button>
              <Dialog.Close className={buttons.quiet}>{texts.tagDialog.cancel}</Dialog.Close>
            </div>
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
