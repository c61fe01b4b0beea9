'use client';

import { Select } from '@base-ui/react/select';
import { useRef } from 'react';
import { Chevron } from '../page/chevron.tsx';
import choice from '../page/choice.module.css';
import type { FileColumns } from './file-columns.ts';
import styles from './import-page.module.css';
import type { ColumnChoice } from './import-request.ts';

type ColumnMappingProps = { columns: FileColumns; onChange: (part: ColumnChoice) => void };

const fields = { id: 'Id', name: 'Name', tag: 'Tag' } as const;

/** Which column of the file holds what, to be put right where it was guessed wrong. */
export function ColumnMapping({ columns: { headers, chosen }, onChange }: ColumnMappingProps) {
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place} className={styles.mapping}>
      {Object.entries(fields).map(([field, label]) => {
        const value = chosen[field as keyof typeof fields];
        const items = [...(field === 'tag' ? [''] : []), ...new Set(headers)];
        return (
          <Select.Root<string>
            key={field}
            value={value}
            onValueChange={(column) => column !== null && onChange({ [field]: column })}
            modal={false}
          >
            <Select.Trigger className={choice.trigger} aria-label={`${label} is in column: ${nameOf(value)}`}>
              <span className={choice.value}>
                {label}: {nameOf(value)}
              </span>
              <Chevron />
            </Select.Trigger>
            <Select.Portal container={place}>
              <Select.Positioner alignItemWithTrigger={false} sideOffset={6} className={choice.positioner}>
                <Select.Popup className={choice.popup}>
                  <Select.List className={choice.list}>
                    {items.map((column) => (
                      <Select.Item key={column} value={column} className={choice.item}>
                        <Select.ItemText>{nameOf(column)}</Select.ItemText>
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

const nameOf = (column: string) => (column === '' ? 'none' : column);
