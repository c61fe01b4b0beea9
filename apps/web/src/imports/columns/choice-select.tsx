import { Select } from '@base-ui/react/select';
import type { RefObject } from 'react';
import { Chevron } from '../../ui/buttons/chevron.tsx';
import choice from '../../ui/fields/choice.module.css';
import { Bdi } from '../../ui/text/bdi.tsx';
import type { ReadingOption } from '../file/inspect-file.ts';
import styles from '../import.module.css';

type ChoiceSelectProps = {
  /** The accessible name, and the text that is shown. */
  label: string;
  text: string;
  items: readonly ReadingOption[];
  /** The chosen name; `undefined` if a choice is missing. */
  value: string | undefined;
  onChange: (name: string) => void;
  place: RefObject<HTMLElement | null>;
};

export function ChoiceSelect({ label, text, items, value, onChange, place }: ChoiceSelectProps) {
  return (
    <Select.Root<string>
      value={value ?? null}
      onValueChange={(name) => name !== null && onChange(name)}
      modal={false}
    >
      <Select.Trigger
        className={choice.trigger}
        aria-label={label}
        data-missing={value === undefined || undefined}
      >
        <span className={choice.value}>{text}</span>
        <Chevron />
      </Select.Trigger>
      <Select.Portal container={place}>
        <Select.Positioner alignItemWithTrigger={false} sideOffset={6} className={choice.positioner}>
          <Select.Popup className={choice.popup}>
            <Select.List className={choice.list}>
              {items.map((item) => (
                <Select.Item key={item.name} value={item.name} className={choice.item}>
                  <Select.ItemText>{item.label}</Select.ItemText>
                  {item.sample !== '' && (
                    <span className={styles.sample}>
                      {' '}
                      <Bdi text={item.sample} />
                    </span>
                  )}
                </Select.Item>
              ))}
            </Select.List>
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  );
}
