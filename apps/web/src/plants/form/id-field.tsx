import { type ComponentProps, type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { Key } from '../../ui/keyboard/key.tsx';
import { useSingleKeysOn } from '../../ui/keyboard/single-keys.ts';
import type { NewPlantForm } from '../new-plant-form.ts';
import type { FreeIds } from '../queries/list-queries.ts';
import { useFreeId } from '../queue-ui/use-free-id.ts';
import type { PostedPlant } from './actions.ts';
import styles from './next-free.module.css';
import { PlantTextField } from './plant-text-field.tsx';
import { texts } from './texts.ts';

type IdFieldProps = {
  form: NewPlantForm;
  posted: PostedPlant;
  next: NextFreeId;
  onKey: (event: KeyboardEvent<HTMLInputElement>) => void;
  events: Pick<ComponentProps<'input'>, 'onInput' | 'onBlurCapture' | 'onFocusCapture'>;
};

/** The field for the id. ArrowDown in the empty field enters the next free id. */
export function IdField({ form, posted, next: { free, take }, onKey, events }: IdFieldProps) {
  const hasKeys = useSingleKeysOn();
  const takeByKey = (event: KeyboardEvent<HTMLInputElement>) => {
    onKey(event);
    if (event.key !== 'ArrowDown' || event.currentTarget.value !== '' || free === undefined) return;
    event.preventDefault();
    take();
  };
  return (
    <PlantTextField
      form={form}
      posted={posted}
      field="id"
      className={styles.input}
      inputMode="numeric"
      enterKeyHint="next"
      hint={free !== undefined && texts.nextFreeHint(free)}
      hintClass={styles.hint}
      onKeyDown={takeByKey}
      {...events}
      aria-keyshortcuts={
        [hasKeys && texts.key, free !== undefined && 'ArrowDown'].filter(Boolean).join(' ') || undefined
      }
    />
  );
}

type NextFreeId = ReturnType<typeof useNextFreeId>;

/** The next free id, and the function that enters it. */
export function useNextFreeId(form: NewPlantForm, first: FreeIds | undefined) {
  const free = useFreeId(first, first !== undefined);
  const take = () =>
    form.setValue('id', String(free), { shouldDirty: true, shouldTouch: true, shouldValidate: true });
  return { free, take };
}

type NextFreeProps = { form: NewPlantForm; next: NextFreeId };

/** The button below the field Id. Tab skips it; its keyboard equivalent is ArrowDown in the field. */
export function NextFree({ form, next: { free, take } }: NextFreeProps) {
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
  if (free === undefined) return null;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.suggestion}
      data-long={String(free).length > 8 || undefined}
      onPointerDown={noteTap}
      onClick={takeByClick}
    >
      {texts.nextFree} <span className={styles.free}>{String(free)}</span>
      <span className={styles.key} aria-hidden="true">
        <Key>{texts.nextFreeKey}</Key>
      </span>
    </button>
  );
}
