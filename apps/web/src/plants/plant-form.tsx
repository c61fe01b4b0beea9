'use client';

import { Button } from '@base-ui/react/button';
import { type KeyboardEvent, type ToggleEvent, useActionState, useRef } from 'react';
import { useSingleKey, useSingleKeysOn } from '../keyboard/single-keys.ts';
import buttons from '../page/button.module.css';
import { useHeightVariable } from '../page/height-variable.ts';
import { Icon } from '../page/icon.tsx';
import { useQueue } from '../queue/queue-provider.tsx';
import { useDraft } from '../queue/use-draft.ts';
import { type PostedPlant, postPlant } from './actions.ts';
import { CompletedField } from './completed-field.tsx';
import { HiddenPlant } from './hidden-plant.tsx';
import { IdField } from './id-field.tsx';
import type { NewPlantValues } from './new-plant-form.ts';
import styles from './plant-form.module.css';
import { said } from './save-message.ts';
import { SaveStatus } from './save-status.tsx';
import { texts } from './texts.tsx';
import { useEntryHeight } from './use-entry-height.ts';
import { useNewPlantForm } from './use-new-plant-form.ts';

export type PlantFormProps = {
  /** What the fields hold at first. */
  typed: NewPlantValues;
  /** What a plain post has just added, in words. */
  added?: string | undefined;
  freeId: bigint | undefined;
};

const sheetId = 'entry';

/**
 * The form to add plants, one after the other: a line above the rows, and on a phone a sheet that a button at the foot of
 * the screen opens. The sheet is a popover, which opens without a script too.
 */
export function PlantForm({ typed, added, freeId }: PlantFormProps) {
  const place = useRef<HTMLFormElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const start: PostedPlant = { values: typed, problems: {} };
  const [posted, post] = useActionState(postPlant, start);
  const { form, submit, focus, onIdKey, onKeyAfterScan, keepsTag, setKeepsTag } = useNewPlantForm(
    posted,
    place,
  );
  useDraft(form, place, keepsTag);
  useEntryHeight(sheet);
  const bar = useHeightVariable('--bar');
  const opener = useRef<HTMLButtonElement>(null);
  const hasKeys = useSingleKeysOn();
  useSingleKey('n', () => {
    // Where it is a sheet, it is closed; elsewhere it is always open.
    if (place.current?.checkVisibility() === false) sheet.current?.showPopover();
    focus('id');
  });
  const queue = useQueue();
  const message = queue.message ?? firstMessage(posted, added);
  const onToggle = (event: ToggleEvent) => {
    if (event.newState === 'open') focus('id');
    else opener.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && sheet.current?.matches(':popover-open')) sheet.current.hidePopover();
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of its fields arrive here */}
      <div
        ref={sheet}
        id={sheetId}
        popover="manual"
        className={styles.sheet}
        onToggle={onToggle}
        onKeyDown={onKeyDown}
      >
        <form
          ref={place}
          className={styles.form}
          action={post}
          onSubmit={submit}
          onKeyDown={onKeyAfterScan}
          noValidate
          aria-labelledby="add-a-plant"
        >
          <div className={styles.head}>
            <h2 id="add-a-plant" className={styles.title}>
              {texts.form.title}
            </h2>
            <button
              type="button"
              popoverTarget={sheetId}
              popoverTargetAction="hide"
              className={`${buttons.bare} ${styles.close}`}
              aria-label={texts.form.close}
            >
              <Icon name="close" />
            </button>
          </div>
          <div className={styles.fields}>
            <IdField form={form} posted={posted} freeId={freeId} onKey={onIdKey} formKey={hasKeys && 'n'} />
            <CompletedField form={form} posted={posted} field="name" />
            <CompletedField form={form} posted={posted} field="tag" />
            <Button
              type="submit"
              className={`${buttons.primary} ${styles.add}`}
              // The field that is being left would show its problem, and push the button away from under the click.
              onMouseDown={(event) => event.preventDefault()}
            >
              {texts.form.add}
            </Button>
          </div>
          <div className={styles.foot}>
            <div className={styles.said}>
              <SaveStatus message={message} />
              {message?.added !== undefined && <HiddenPlant id={message.added} className={styles.undo} />}
              {message?.undo && <UndoAdded undo={message.undo} onUndone={() => focus('id')} />}
            </div>
            <KeepTag checked={keepsTag} onChange={setKeepsTag} />
          </div>
        </form>
      </div>
      <div ref={bar} className={styles.bar}>
        <button ref={opener} type="button" popoverTarget={sheetId} className={buttons.primary}>
          <Icon name="plus" /> {texts.form.open}
        </button>
      </div>
    </>
  );
}

function UndoAdded({ undo, onUndone }: { undo: () => void; onUndone: () => void }) {
  const { setMessage } = useQueue();
  const act = () => {
    setMessage(undefined);
    onUndone();
    undo();
  };
  return (
    <Button className={`${buttons.bare} ${styles.undo}`} onClick={act}>
      {texts.form.undo}
    </Button>
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
