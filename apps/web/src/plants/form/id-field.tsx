import type { ComponentProps, KeyboardEvent } from 'react';
import { useSingleKeysOn } from '../../ui/keyboard/single-keys.ts';
import type { NewPlantForm } from '../new-plant-form.ts';
import type { PostedPlant } from './actions.ts';
import styles from './next-free.module.css';
import type { NextFreeId } from './next-free.tsx';
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
