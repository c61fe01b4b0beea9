import type { StoredPlant, TextField } from '@plant-store/schema';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
} from 'react';
import { failureIn, isError } from '../../api/attempt.ts';
import { DialogWindow } from '../../ui/dialogs/dialog-window.tsx';
import { attributeText } from '../../ui/text/isolated.ts';
import { Sentence } from '../../ui/text/sentence.tsx';
import hidden from '../../ui/text/visually-hidden.module.css';
import { useToasts } from '../../ui/toasts/toasts.tsx';
import { useCompletion } from '../completion/use-completion.tsx';
import { ChangedMeanwhile } from '../detail/changed-meanwhile.tsx';
import { ConflictChoice } from '../detail/conflict-choice.tsx';
import { useEditDrafts } from '../detail/edit-drafts.ts';
import { type Editing, useEditForm } from '../detail/use-edit-form.ts';
import { aboutField } from '../new-plant-form.ts';
import table from '../plant-table.module.css';
import { plantVersion } from '../queries/plant-query.ts';
import styles from './row-editor.module.css';
import { texts } from './texts.ts';

/** The ETag of a row, which the list does not have: no plant has this one, so the store compares the texts. */
const unknownEtag = '"unknown"';

type RowEditorProps = {
  plant: StoredPlant;
  first: TextField;
  /** Called with the row if it had the focus, or its dialog. */
  onClose: (row: HTMLElement | undefined) => void;
  /** Opens the row before or after. False if there is none. */
  onNext: (step: 1 | -1) => boolean;
  /** False after the plant has left the list, or the person has left it. */
  isListed: () => boolean;
};

/** The cells of a row with fields for name and tag. Leaving the row saves it, as in a spreadsheet; Escape does not. */
export default function RowEditor({ plant, first, onClose, onNext, isListed }: RowEditorProps) {
  const { id } = plant;
  const { data, error, isFetchedAfterMount } = useQuery(plantVersion(id));
  const isDeleted = error !== null && isError(failureIn(error), 'notFound');
  const version = data && isFetchedAfterMount ? data : { plant, etag: unknownEtag };
  const place = useRef<HTMLTableCellElement>(null);
  const dialog = useRef<HTMLDivElement>(null);
  const focusedRow = () => {
    const row = place.current?.closest('tr');
    const hasFocus = [row, dialog.current].some((part) => part?.contains(document.activeElement));
    return (hasFocus && row) || undefined;
  };
  const edit = useEditForm({
    version,
    isDeleted,
    first,
    onClose: () => onClose(focusedRow()),
    isHere: (input) => place.current?.closest('tr')?.contains(input) === true,
  });
  const { form, isSaving, conflict } = edit;
  const saving = useRef<Promise<unknown>>(Promise.resolve());
  useReportLeft(id, saving, isListed);
  const save = () => {
    if (isSaving || conflict) return;
    if (!edit.hasText()) edit.close();
    else saving.current = form.handleSubmit((text) => edit.save(text))();
  };
  const leave = useEffectEvent(() => {
    // The window may have lost the focus, and not the row.
    if (document.hasFocus() && place.current && !focusedRow()) save();
  });
  useEffect(() => {
    const row = place.current?.closest('tr');
    // The focus is at its new place later.
    const onFocusOut = () => setTimeout(() => leave());
    row?.addEventListener('focusout', onFocusOut);
    return () => row?.removeEventListener('focusout', onFocusOut);
  }, []);
  const onKeyDown = (event: KeyboardEvent, field: TextField) => {
    const { key, shiftKey } = event;
    if (key === 'Tab' && field === (shiftKey ? 'name' : 'tag') && onNext(shiftKey ? -1 : 1))
      event.preventDefault();
    if (key !== 'Enter' && key !== 'Escape') return;
    event.preventDefault();
    if (key === 'Enter') save();
    else if (!isSaving) edit.close();
  };
  const tag = useCompletion('tag');
  const cell = (field: TextField) => ({ field, id, edit, onKeyDown });
  return (
    <>
      <Cell ref={place} {...cell('name')}>
        <p role="status" className={styles.note}>
          {isSaving && texts.saving}
          {edit.isOld && <ChangedMeanwhile version={version} isDeleted={isDeleted} isOld />}
        </p>
        <p role="alert" className={styles.problem}>
          <Sentence text={edit.problem} />
        </p>
      </Cell>
      <Cell {...cell('tag')} completion={tag} />
      {conflict && (
        <DialogWindow
          ref={dialog}
          onClose={edit.leaveConflict}
          aria-label={attributeText(texts.conflict(plant.name))}
        >
          <ConflictChoice id={id} edit={edit} />
        </DialogWindow>
      )}
    </>
  );
}

type CellProps = {
  field: TextField;
  id: bigint;
  edit: Editing;
  onKeyDown: (event: KeyboardEvent, field: TextField) => void;
  completion?: ReturnType<typeof useCompletion>;
  children?: ReactNode;
  ref?: ComponentProps<'td'>['ref'];
};

function Cell({ field, id, edit, onKeyDown, completion, children, ref }: CellProps) {
  const described = useId();
  const { children: grey, ...events } = completion ?? {};
  const problem = edit.form.formState.errors[field]?.message;
  return (
    <td ref={ref} role="cell" className={`${table[field]} ${styles.cell}`} data-field={field}>
      <span className={styles.field}>
        <input
          {...edit.form.register(field)}
          {...events}
          onKeyDown={(event) => {
            completion?.onKeyDown(event);
            onKeyDown(event, field);
          }}
          aria-label={texts.fields[field](id)}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={described}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          translate="no"
          className={styles.input}
        />
        {grey}
      </span>
      {problem === undefined ? (
        <span id={described} className={hidden.visuallyHidden}>
          {texts.keys}
        </span>
      ) : (
        <span id={described} className={styles.problem} role="alert">
          <Sentence text={aboutField(field, problem)} />
        </span>
      )}
      {children}
    </td>
  );
}

/** Says where the text is if it was not saved before its row left the page. A row that was scrolled away comes back. */
function useReportLeft(id: bigint, saving: RefObject<Promise<unknown>>, isListed: () => boolean) {
  const drafts = useEditDrafts();
  const toasts = useToasts();
  const router = useRouter();
  const report = useEffectEvent(() => {
    const draft = drafts.get(id);
    if (!draft || isListed()) return;
    const text = Object.values(draft.text).filter(Boolean).join(', ');
    toasts.problem(texts.left(id, text), { label: texts.open, act: () => router.push(`/plants/${id}`) });
  });
  useEffect(() => () => void saving.current.then(() => report()), [saving]);
}
