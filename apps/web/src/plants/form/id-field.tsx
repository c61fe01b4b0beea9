import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { Key } from '../../ui/keyboard/key.tsx';
import { useSingleKeysOn } from '../../ui/keyboard/single-keys.ts';
import type { NewPlantForm } from '../new-plant-form.ts';
import { nextFreeId } from '../queries/list-queries.ts';
import type { PostedPlant } from './actions.ts';
import styles from './id-field.module.css';
import { PlantTextField } from './plant-text-field.tsx';
import { texts } from './texts.ts';

type IdFieldProps = {
  form: NewPlantForm;
  posted: PostedPlant;
  freeId: bigint | undefined;
  onKey: (event: KeyboardEvent<HTMLInputElement>) => void;
  events: Pick<ComponentProps<'input'>, 'onPaste' | 'onInput' | 'onBlurCapture' | 'onFocusCapture'>;
};

/** The field for the id. A click on the button below it, or ArrowDown in the empty field, enters the next free id. */
export function IdField({ form, posted, freeId, onKey, events }: IdFieldProps) {
  const hasKeys = useSingleKeysOn();
  const { data: free } = useQuery({ ...nextFreeId(freeId), enabled: freeId !== undefined });
  const take = () =>
    form.setValue('id', String(free), { shouldDirty: true, shouldTouch: true, shouldValidate: true });
  const takeByKey = (event: KeyboardEvent<HTMLInputElement>) => {
    onKey(event);
    if (event.key !== 'ArrowDown' || event.currentTarget.value !== '' || free === undefined) return;
    event.preventDefault();
    take();
  };
  const isTapOnField = useRef(false);
  // A browser gives a tap at the lower edge of the field to the button near it.
  const noteTap = ({ clientY, currentTarget }: PointerEvent) => {
    isTapOnField.current = clientY < currentTarget.getBoundingClientRect().top;
  };
  const takeByClick = () => {
    const isOnField = isTapOnField.current;
    isTapOnField.current = false;
    if (!isOnField) take();
    form.setFocus(isOnField ? 'id' : 'name');
  };
  return (
    <PlantTextField
      form={form}
      posted={posted}
      field="id"
      className={styles.input}
      // CSS recognises an empty field by its placeholder.
      placeholder=" "
      inputMode="numeric"
      hint={free !== undefined && texts.nextFreeHint(free)}
      hintClass={styles.hint}
      onKeyDown={takeByKey}
      {...events}
      aria-keyshortcuts={
        [hasKeys && texts.key, free !== undefined && 'ArrowDown'].filter(Boolean).join(' ') || undefined
      }
    >
      {/* Tab skips the button and goes to Name; the keyboard equivalent of the button is ArrowDown. */}
      {free !== undefined && (
        <button
          type="button"
          tabIndex={-1}
          className={styles.suggestion}
          onPointerDown={noteTap}
          onClick={takeByClick}
        >
          {texts.nextFree} <span className={styles.free}>{String(free)}</span>
          <span className={styles.key} aria-hidden="true">
            <Key>{texts.nextFreeKey}</Key>
          </span>
        </button>
      )}
    </PlantTextField>
  );
}
