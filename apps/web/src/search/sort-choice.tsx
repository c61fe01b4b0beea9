'use client';

import { Select } from '@base-ui/react/select';
import type { PlantSort } from '@plant-store/schema';
import { useRef } from 'react';
import { Chevron } from '../page/chevron.tsx';
import styles from '../page/choice.module.css';
import { texts } from './texts.ts';

const names: Record<PlantSort, string> = texts.sort;

/** The order of the list. */
export function SortChoice({ sort, onChange }: { sort: PlantSort; onChange: (sort: PlantSort) => void }) {
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place} className={styles.place}>
      <Select.Root
        items={names}
        value={sort}
        onValueChange={(chosen) => chosen && onChange(chosen)}
        modal={false}
      >
        <Select.Trigger className={styles.trigger} aria-label={texts.sortLabel(names[sort])}>
          <span className={styles.value}>{sortText(sort)}</span>
          <Chevron />
        </Select.Trigger>
        <Select.Portal container={place}>
          <Select.Positioner
            align="end"
            sideOffset={6}
            alignItemWithTrigger={false}
            className={styles.positioner}
          >
            <Select.Popup className={styles.popup}>
              <Select.List className={styles.list}>
                {Object.entries(names).map(([value, name]) => (
                  <Select.Item key={value} value={value as PlantSort} className={styles.item}>
                    <Select.ItemText>{name}</Select.ItemText>
                  </Select.Item>
                ))}
              </Select.List>
            </Select.Popup>
          </Select.Positioner>
        </Select.Portal>
      </Select.Root>
    </div>
  );
}

/** An order, in words. */
export const sortText = (sort: PlantSort): string => names[sort];
