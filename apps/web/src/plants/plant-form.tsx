'use client';

import { Button } from '@base-ui/react/button';
import { useActionState } from 'react';
import { useSingleKey, useSingleKeysOn } from '../keyboard/single-keys.ts';
import buttons from '../page/button.module.css';
import { type PostedPlant, postPlant } from './actions.ts';
import { useDraft } from './draft.tsx';
import { IdField } from './id-field.tsx';
import type { NewPlantValues } from './new-plant-form.ts';
import styles from './plant-form.module.css';
import { PlantTextField } from './plant-text-field.tsx';
import { said } from './save-message.ts';
import { SaveStatus } from './save-status.tsx';
import { texts } from './texts.tsx';
import { useKeptText } from './use-kept-text.ts';
import { useNewPlantForm } from './use-new-plant-form.ts';

export type PlantFormProps = {
  /** What the fields hold at first. */
  typed: NewPlantValues;
  /** What a plain post has just added, in words. */
  added?: string | undefined;
  freeId: bigint | undefined;
  onAdded: (id: bigint) => void;
};

/** The form to add plants, one after the other. */
export function PlantForm({ typed, added, freeId, onAdded }: PlantFormProps) {
  const draft = useDraft();
  const start: PostedPlant = { values: draft.values ?? typed, problems: {} };
  const [posted, post] = useActionState(postPlant, start);
  const { form, submit, undo, isSaving, keepsTag, setKeepsTag, ...saving } = useNewPlantForm({
    posted,
    onAdded,
  });
  useKeptText(form, draft.keep, keepsTag);
  useSingleKey('n', () => form.setFocus('id'));
  const hasKeys = useSingleKeysOn();
  const message = saving.message ?? firstMessage(posted, added);
  return (
    <form className={styles.form} action={post} onSubmit={submit} noValidate aria-labelledby="add-a-plant">
      <h2 id="add-a-plant" className={styles.title}>
        {texts.form.title}
      </h2>
      <div className={styles.fields}>
        <IdField form={form} posted={posted} freeId={freeId} aria-keyshortcuts={hasKeys ? 'n' : undefined} />
        <PlantTextField form={form} posted={posted} field="name" />
        <PlantTextField form={form} posted={posted} field="tag" />
        <Button
          type="submit"
          className={`${buttons.primary} ${styles.add}`}
          disabled={isSaving}
          focusableWhenDisabled
          // The field that is being left would show its problem, and push the button away from under the click.
          onMouseDown={(event) => event.preventDefault()}
        >
          {texts.form.add}
        </Button>
      </div>
      <div className={styles.foot}>
        <div className={styles.said}>
          <SaveStatus message={message} isSaving={isSaving} />
          {undo && (
            <Button className={`${buttons.bare} ${styles.undo}`} onClick={undo}>
              {texts.form.undo}
            </Button>
          )}
        </div>
        <KeepTag checked={keepsTag} onChange={setKeepsTag} />
      </div>
    </form>
  );
}

/** For those who enter plants of one kind in a row. */
const KeepTag = ({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) => (
  <label className={styles.keep}>
    <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
    {texts.form.keepTag}
  </label>
);

function firstMessage({ problem }: PostedPlant, added: string | undefined) {
  if (problem) return said.posted(problem);
  return added ? said.addedBefore(added) : undefined;
}
