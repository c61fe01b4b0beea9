import { zodResolver } from '@hookform/resolvers/zod';
import { textFields } from '@plant-store/schema';
import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../ui/buttons/button.tsx';
import { submitOf } from '../../ui/fields/submit-of.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { useAskBeforeLoss } from '../../ui/use-ask-before-loss.ts';
import { aboutField, labels } from '../new-plant-form.ts';
import type { PlantText, Version } from '../queries/plant-requests.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { DeletedMeanwhile } from './conflict.tsx';
import { useEditDrafts } from './edit-drafts.ts';
import styles from './edit-form.module.css';
import { plantEdit } from './plant-edit.ts';
import { SavedMeanwhile } from './saved-meanwhile.tsx';
import { texts } from './texts.ts';
import { isSameText, textOf } from './three-way.ts';
import { useEdit } from './use-edit.ts';

type EditFormProps = {
  version: Version;
  /** True if another person has made this version while the page was open. */
  isNews: boolean;
  /** True if another person has deleted the plant meanwhile. */
  isDeleted: boolean;
  onClose: () => void;
};

export function EditForm({ version, isNews, isDeleted, onClose }: EditFormProps) {
  const drafts = useEditDrafts();
  const { id } = version.plant;
  const [draft] = useState(() => drafts.get(id));
  // The version on which the edit is based. With typed text it stays the same when the plant is read again, so saving
  // cannot overwrite another person's change.
  const [from, setFrom] = useState(draft?.from ?? version);
  const edit = plantEdit(textOf(from.plant));
  const form = useForm({
    resolver: zodResolver(edit),
    mode: 'onTouched',
    defaultValues: draft?.text ?? textOf(from.plant),
  });
  const close = () => {
    form.reset(textOf(from.plant));
    drafts.delete(id);
    onClose();
  };
  const onSaved = (saved: Version, text: PlantText) => {
    const { data } = edit.safeParse(form.getValues());
    if (data && isSameText(data, text)) close();
    // The person has typed on during the request, so the form stays open.
    else setFrom(saved);
  };
  const { save, isSaving, conflict, problem } = useEdit(onSaved);
  const hasText = () => !isSameText(form.getValues(), textOf(from.plant));
  const keep = useEffectEvent(() => hasText() && drafts.set(id, { from, text: form.getValues() }));
  useEffect(() => {
    form.setFocus('name');
    return () => void keep();
  }, [form]);
  useAskBeforeLoss(true, hasText);
  const isOld = (isDeleted || version.etag !== from.etag) && !isSaving && !conflict;
  const newsOfOld = isDeleted ? texts.news.deleted : texts.news.compare;
  const follow = useEffectEvent(() => {
    if (hasText()) return;
    if (isDeleted) return close();
    setFrom(version);
    form.reset(textOf(version.plant));
  });
  useLayoutEffect(() => {
    if (isOld) follow();
  }, [isOld]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !hasText()) close();
  };
  const saveChosen = (text: PlantText, theirs: Version) => {
    // After a failure the fields show this text again.
    form.reset(text, { keepDefaultValues: true });
    return save(text, theirs);
  };
  return (
    <form
      className={styles.form}
      aria-label={texts.edit.form}
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={submitOf(form, (text) => (isSaving ? undefined : save(text, from)))}
    >
      <div className={styles.fields} hidden={conflict !== undefined}>
        {textFields.map((field) => {
          const error = form.formState.errors[field];
          return (
            <TextField
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
            <ChangedMeanwhile
              version={version}
              isDeleted={isDeleted}
              text={isOld ? newsOfOld : texts.news.changed}
            />
          )}
        </p>
      </div>
      <div role="alert" className={styles.problem}>
        {problem}
      </div>
      {conflict?.kind === 'changed' && (
        <SavedMeanwhile
          conflict={conflict}
          onChoose={(text) => saveChosen(text, conflict.theirs)}
          onCancel={close}
        />
      )}
      {conflict?.kind === 'deleted' && (
        <DeletedMeanwhile
          id={id}
          by={conflict.by}
          onRestored={(restored) => save(conflict.mine, restored)}
          onCancel={close}
        />
      )}
    </form>
  );
}
