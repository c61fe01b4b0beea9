import { zodResolver } from '@hookform/resolvers/zod';
import { IdText, type NewPlant, type PlantField } from '@plant-store/schema';
import {
  type ClipboardEvent,
  type FocusEvent,
  type FormEvent,
  type RefObject,
  useRef,
  useState,
} from 'react';
import { type FieldErrors, useForm } from 'react-hook-form';
import { readFields } from '../../ui/fields/submit-of.ts';
import type { Scan } from '../../ui/keyboard/loose-keys.ts';
import { forgetTyping } from '../activity/use-undo-key.tsx';
import { pastedRows } from '../id-text/pasted-row.ts';
import { plantHere } from '../id-text/plant-address.ts';
import { scannedText, withoutScan } from '../id-text/scanned-text.ts';
import { FormPlant } from '../id-text/typed-id.ts';
import {
  cleanIdIn,
  emptyValues,
  type FieldName,
  type NewPlantForm,
  type NewPlantValues,
} from '../new-plant-form.ts';
import { isTypedRow, type NewRow } from '../queue/queued-plant.ts';
import { useQueue } from '../queue-ui/queue-provider.tsx';
import { formMessages } from '../queue-ui/save-message.ts';
import type { PostedPlant } from './actions.ts';
import { rowOfCells } from './block-rows.ts';
import { texts } from './texts.ts';
import { forgetDraft, keepDraft } from './use-draft.ts';
import { useScanner } from './use-scanner.ts';

/** The maximum time between the clicks of a double click. A submit of empty fields within this time is ignored. */
const doubleClickMs = 1_000;

/** Enter checks, queues and clears before the next key. Uncontrolled inputs take what is typed before hydration. */
export function useNewPlantForm(posted: PostedPlant, place: RefObject<HTMLFormElement | null>) {
  const { queue, state, message, setMessage } = useQueue();
  const [keepsTag, setKeepsTag] = useState(false);
  const [postedErrors] = useState(() => errorsOf(posted));
  const addedAt = useRef(Number.NEGATIVE_INFINITY);
  const lastAdded = useRef<NewPlant>(undefined);
  const idAtFocus = useRef('');
  /** The id when the person left its field; empty while they change it. */
  const [givenId, setGivenId] = useState('');
  const form: NewPlantForm = useForm({
    resolver: zodResolver(FormPlant),
    mode: 'onTouched',
    errors: postedErrors,
  });
  const { onIdKey, takeScan, noteEnd, onKeyAfterScan } = useScanner(form, (id) => {
    if (message && message.kind !== 'done' && !message.refused) setMessage(undefined);
    onScan(id);
  });

  function onScan(id: string) {
    if (id === String(lastAdded.current?.id) && isSecondScan(BigInt(id))) return;
    // A script entered the id, so the problem of the text before it would stay.
    void form.trigger('id');
    if (IdText.safeParse(id).success) return focus('name');
    // The next scan replaces the text that is no id.
    focus('id')?.select();
  }

  /** Enters a scan in place of the id, and says so. @param enterAsName what the next Enter in Name does first */
  function enterScan(scan: Scan, before: string, enterAsName?: () => void) {
    const id = takeScan(scan, focus('id'));
    if (enterAsName) noteEnd({ ...scan, name: '', enterAsName });
    setMessage((enterAsName ? formMessages.scannedAsName : formMessages.scanned)(id, before));
    onScan(id);
    return true;
  }

  /**
   * Takes a scan that no field got, that got into the id which Id had, or whose id went into Name: a person who scans
   * the next plant does not look where the focus is. @returns false for any other scan
   */
  function onAnyScan(scan: Scan): boolean {
    const before = form.getValues('id') ?? '';
    if (!scan.isInField) return enterScan(scan, before);
    const input = document.activeElement;
    if (!(input instanceof HTMLInputElement) || input.form !== place.current) return false;
    const rest = withoutScan(input, scan.text)?.trim();
    // Other text was typed just before: the keys of an id come late on a busy page, and its end alone is another id.
    if (input.name === 'id' && rest && rest === idAtFocus.current) return enterScan(scan, rest);
    // Not `typedId`: "Plant 1" may stand for an id in Id, but in Name it is a name.
    const id = plantHere(scan.text, location.host) ?? scannedText(scan.text);
    if (input.name !== 'name' || rest === undefined || !IdText.safeParse(id).success) return false;
    // The number of a typed name, as in "Plant 1002", of which a busy page may get the end late, also with its space.
    if (/[\s\d]$/.test(input.value.slice(0, -scan.text.length)) || (rest && /^\s/.test(scan.text)))
      return false;
    form.setValue('name', rest);
    if (rest === '')
      return enterScan(scan, before, () => {
        form.setValue('id', before);
        form.setValue('name', id);
      });
    keepDraft(input);
    noteEnd({ ...scan, name: rest });
    setMessage(formMessages.scannedInName(id, rest));
    return true;
  }

  /**
   * Enters a row that was copied from a spreadsheet, into Id. A block of rows goes into the queue. Other rows are refused,
   * with the way to the import.
   */
  function onPaste(event: ClipboardEvent<HTMLFormElement>) {
    const input = event.target;
    const text = event.clipboardData.getData('text/plain');
    const pasted = pastedRows(text);
    if (!pasted || !(input instanceof HTMLInputElement)) return;
    const isBlock = 'block' in pasted;
    if (!isBlock && input.name !== 'id') return;
    event.preventDefault();
    if (isBlock) return addBlock(pasted.block.map(rowOfCells), text);
    if (!('fields' in pasted)) return setMessage(formMessages.pasted(pasted, text));
    const fields = Object.keys(pasted.fields) as PlantField[];
    for (const field of fields) form.setValue(field, pasted.fields[field] ?? '', { shouldDirty: true });
    cleanIdIn(form);
    void form.trigger(fields);
    keepDraft(input);
  }

  function addBlock(rows: readonly NewRow[], text: string) {
    // If no row is a plant, the columns are others than the form expects.
    if (!queue || rows.every(({ refusal }) => refusal))
      return setMessage(formMessages.pasted({ rows: rows.length }, text));
    const refused = queue.addRows(rows).filter(isTypedRow);
    setMessage(refused.length > 0 ? formMessages.refused(refused) : undefined);
  }

  function add(plant: NewPlant) {
    if (!queue) return;
    if (isSecondScan(plant.id)) return;
    forgetDraft();
    setMessage(undefined);
    setGivenId('');
    queue.add(plant);
    lastAdded.current = plant;
    addedAt.current = performance.now();
    if (place.current) forgetTyping(place.current);
    form.reset({ ...emptyValues, tag: keepsTag ? form.getValues('tag') : '' }, { keepFieldsRef: true });
    focus('id');
  }

  /** Focuses a field before the next key arrives; `setFocus` of react-hook-form would focus it later. */
  function focus(field: FieldName) {
    const input = place.current?.elements.namedItem(field);
    if (input instanceof HTMLInputElement) input.focus();
    return input instanceof HTMLInputElement ? input : undefined;
  }

  /** Shows an error once if the id was just added. On a second try the store decides, as the id may be free again. */
  function isSecondScan(id: bigint): boolean {
    const last = lastAdded.current;
    const isRefused = state.entries.some(({ plant, refusal }) => refusal && plant.id === id);
    if (last?.id !== id || isRefused) return false;
    lastAdded.current = undefined;
    form.setError('id', { type: 'again', message: texts.justAdded(last.id, last.name) });
    setMessage(formMessages.atField);
    focus('id')?.select();
    return true;
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    readFields(form, event);
    cleanIdIn(form);
    const { id, name } = form.getValues();
    const isEcho = performance.now() - addedAt.current < doubleClickMs && id === '' && name === '';
    if (!isEcho) void form.handleSubmit(add, () => setMessage(formMessages.atField))(event);
  }

  /** Empties Id before the page of the plant opens that has the id. */
  function leaveForKnown() {
    form.setValue('id', '');
    keepDraft(focus('id'));
  }

  const idField = {
    onKey: onIdKey,
    events: {
      onFocusCapture: ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
        idAtFocus.current = currentTarget.value;
      },
      onInput: () => {
        noteEnd();
        setGivenId('');
      },
      onBlurCapture: () => setGivenId(cleanIdIn(form)),
    },
  };
  const known = { text: givenId, onOpen: leaveForKnown };
  return { form, submit, focus, idField, known, onAnyScan, onKeyAfterScan, onPaste, keepsTag, setKeepsTag };
}

function errorsOf({ problems, isIdTaken }: PostedPlant): FieldErrors<NewPlantValues> | undefined {
  const type = isIdTaken ? 'taken' : 'store';
  const errors = Object.entries(problems).map(([field, message]) => [field, { type, message }]);
  return errors.length > 0 ? Object.fromEntries(errors) : undefined;
}
