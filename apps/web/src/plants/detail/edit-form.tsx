import { textFields } from '@plant-store/schema';
import { type KeyboardEvent, useRef } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { submitOf } from '../../ui/fields/submit-of.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { TagField } from '../completion/tag-field.tsx';
import { aboutField, labels } from '../new-plant-form.ts';
import type { Version } from '../queries/plant-requests.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { ConflictChoice } from './conflict-choice.tsx';
import styles from './edit-form.module.css';
import { texts } from './texts.ts';
import { useEditForm } from './use-edit-form.ts';

type EditFormProps = {
  version: Version;
  /** True if another person has made this version while the page was open. */
  isNews: boolean;
  /** True if another person has deleted the plant meanwhile. */
  isDeleted: boolean;
  onClose: () => void;
};

export function EditForm({ version, isNews, isDeleted, onClose }: EditFormProps) {
  const place = useRef<HTMLFormElement>(null);
  const isHere = (input: Element) => place.current?.contains(input) === true;
  const edit = useEditForm({ version, isDeleted, first: 'name', onClose, isHere });
  const { form, save, close, hasText, isSaving, conflict, problem, isOld } = edit;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !hasText()) close();
  };
  return (
    <form
      ref={place}
      className={styles.form}
      aria-label={texts.edit.form}
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={submitOf(form, save)}
    >
      <div className={styles.fields} hidden={conflict !== undefined}>
        {textFields.map((field) => {
          const error = form.formState.errors[field];
          const Field = field === 'tag' ? TagField : TextField;
          return (
            <Field
              key={field}
              label={labels[field]}
              problem={error && aboutField(field, error.message ?? '')}
              {...form.register(field)}
            />
          );
        })}
        <div className={styles.actions}>
          <Button type="submit" look="primary" disabled={isSaving}>
            {isSaving ? texts.edit.saving : texts.edit.save}
          </Button>
          <Button onClick={close}>{texts.edit.cancel}</Button>
        </div>
        <p role="status" className={styles.news}>
          {(isOld || isNews) && !isSaving && (
            <ChangedMeanwhile version={version} isDeleted={isDeleted} isOld={isOld} />
          )}
        </p>
      </div>
      <div role="alert" className={styles.problem}>
        {problem}
      </div>
      <ConflictChoice id={version.plant.id} edit={edit} />
    </form>
  );
}
