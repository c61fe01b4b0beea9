import { Select } from '@base-ui/react/select';
import { isOptional, plantFields } from '@plant-store/schema';
import { useRef } from 'react';
import { labels } from '../../plants/new-plant-form.ts';
import { Chevron } from '../../ui/buttons/chevron.tsx';
import choice from '../../ui/fields/choice.module.css';
import { Bdi } from '../../ui/text/bdi.tsx';
import type { ColumnChoice } from '../file/file-reading.ts';
import type { ColumnMap } from '../file/inspect-file.ts';
import styles from '../import.module.css';
import { texts } from '../texts.tsx';

type ColumnMappingProps = { columns: ColumnMap; onChange: (part: ColumnChoice) => void };

/** Chooses the columns of the fields, if the headers are unclear or the guess is wrong. */
export function ColumnMapping({ columns: { options, shown }, onChange }: ColumnMappingProps) {
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place} className={styles.mapping}>
      {plantFields.map((field) => {
        const items = isOptional(field)
          ? [{ name: '', label: texts.columns.none, sample: '' }, ...options]
          : options;
        const value = shown[field];
        const label = items.find(({ name }) => name === value)?.label ?? texts.columns.choose;
        return (
          <Select.Root<string>
            key={field}
            value={value ?? null}
            onValueChange={(column) => column !== null && onChange({ [field]: column })}
            modal={false}
          >
            <Select.Trigger
              className={choice.trigger}
              aria-label={texts.columns.label(labels[field], label)}
              data-missing={value === undefined || undefined}
            >
              <span className={choice.value}>{texts.columns.value(labels[field], label)}</span>
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
      })}
    </div>
  );
}
