import { plantFields } from '@plant-store/schema';
import { useActionState, useEffect, useRef } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { Icon } from '../../ui/buttons/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Sentence } from '../../ui/text/sentence.tsx';
import type { NewPlantValues } from '../new-plant-form.ts';
import type { FreeIds } from '../queries/list-queries.ts';
import { QueueNotice } from '../queue-ui/queue-notice.tsx';
import { useQueue } from '../queue-ui/queue-provider.tsx';
import { formMessages, isOutdated } from '../queue-ui/save-message.ts';
import { keepForImport } from '../rows-for-import.ts';
import { usePlantSearch } from '../search/use-plant-search.ts';
import { type PostedPlant, postPlant } from './actions.ts';
import { EntrySheet, SheetHead } from './entry-sheet.tsx';
import { IdField, NextFree, useNextFreeId } from './id-field.tsx';
import styles from './plant-form.module.css';
import { HiddenPlant, KnownPlant } from './plant-notes.tsx';
import { CompletedField, isMarked } from './plant-text-field.tsx';
import { texts } from './texts.ts';
import { useDraft } from './use-draft.ts';
import { keepName, useKeptTag } from './use-kept-tag.ts';
import { useNewPlantForm } from './use-new-plant-form.ts';

export type PlantFormProps = {
  typed: NewPlantValues;
  /** A message about the plant that a form post without a script has just added. */
  added?: string | undefined;
  /** The free ids to suggest; `undefined` if the store was not asked. */
  freeIds: FreeIds | undefined;
};

const titleId = 'add-a-plant';

export function PlantForm({ typed, added, freeIds }: PlantFormProps) {
  const place = useRef<HTMLFormElement>(null);
  const [posted, post] = useActionState(postPlant, { values: typed, problems: {} });
  const { form, submit, focus, idField, known, onAnyScan, onKeyAfterScan, onPaste, keepsTag, setKeepsTag } =
    useNewPlantForm(posted, place);
  useDraft(form, place, keepsTag);
  // After the draft, for which a kept tag alone is no typed text.
  useKeptTag(form, place, setKeepsTag);
  const next = useNextFreeId(form, freeIds);
  const { message: said, setMessage } = useQueue();
  const given = said ?? firstMessage(posted, added);
  // A field may have become valid without a key, for example by a scan.
  const hasMark = plantFields.some((field) => isMarked(form, posted, field));
  const message = given?.kind === 'atField' && !hasMark ? undefined : given;
  const rows = message?.rows;
  const { search } = usePlantSearch();
  const isPast = isOutdated(given, search);
  useEffect(() => {
    if (isPast) setMessage(undefined);
  }, [isPast, setMessage]);
  const takeBack = () => {
    focus('id');
    message?.undo?.();
  };
  return (
    <EntrySheet titleId={titleId} onOpen={() => focus('id')} onScan={onAnyScan}>
      <form
        ref={place}
        className={styles.form}
        action={post}
        onSubmit={submit}
        onKeyDown={onKeyAfterScan}
        onPaste={onPaste}
        noValidate
        aria-labelledby={titleId}
      >
        <SheetHead titleId={titleId} />
        <QueueNotice isInSheet />
        <div className={styles.fields}>
          <IdField form={form} posted={posted} next={next} {...idField} />
          <CompletedField form={form} posted={posted} field="name" />
          <CompletedField form={form} posted={posted} field="tag" />
          <KeepTag checked={keepsTag} onChange={setKeepsTag} />
          <Button
            type="submit"
            look="primary"
            className={styles.add}
            // The click must not move the focus first: the field would then show its problem, which would move the
            // button away from the pointer.
            onMouseDown={(event) => event.preventDefault()}
          >
            {texts.add}
          </Button>
        </div>
        <div className={styles.below}>
          <NextFree form={form} next={next} />
          <div className={styles.said}>
            <output className={styles.status} data-kind={message?.kind}>
              <Sentence text={message?.text} />
            </output>
            {message?.added !== undefined && <HiddenPlant id={message.added} className={styles.undo} />}
            {rows !== undefined && (
              <Link href="/import" className={styles.link} onClick={() => keepForImport(rows)}>
                {texts.importRows}
              </Link>
            )}
            <KnownPlant {...known} className={styles.link} />
            {message?.undo && (
              <Button look="bare" className={styles.undo} onClick={takeBack}>
                {texts.undo}
              </Button>
            )}
          </div>
        </div>
      </form>
    </EntrySheet>
  );
}

/** The checkbox that keeps the tag, for several plants with the same one. On a wide screen it is a pin at the end of Tag. */
const KeepTag = ({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) => (
  <label className={styles.keep} title={texts.keepTag}>
    <input
      type="checkbox"
      name={keepName}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
    <Icon name="pin" />
    <span>{texts.keepTag}</span>
  </label>
);

function firstMessage({ problem }: PostedPlant, added: string | undefined) {
  if (problem) return formMessages.postFailed(problem);
  return added ? formMessages.postAdded(added) : undefined;
}
