import { isOptional, plantFields } from '@plant-store/schema';
import { useRef } from 'react';
import { labels } from '../../plants/new-plant-form.ts';
import type { ColumnChoice } from '../file/file-reading.ts';
import type { ColumnMap } from '../file/inspect-file.ts';
import styles from '../import.module.css';
import { texts } from '../texts.tsx';
import { ChoiceSelect } from './choice-select.tsx';

type ColumnMappingProps = { columns: ColumnMap; onChange: (part: ColumnChoice) => void };

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
          <ChoiceSelect
            key={field}
            label={texts.columns.label(labels[field], label)}
            text={texts.columns.value(labels[field], label)}
            items={items}
            value={value}
            onChange={(column) => onChange({ [field]: column })}
            place={place}
          />
        );
      })}
    </div>
  );
}
