'use client';

import { useHeightVariable } from '../page/height-variable.ts';
import { useNarrow } from '../page/narrow.ts';
import styles from './plant-entry.module.css';
import { PlantForm, type PlantFormProps } from './plant-form.tsx';
import { PlantSheet } from './plant-sheet.tsx';

/**
 * The form: a line at the head of the list, or on a phone a sheet behind a button at the foot of the screen. Where no
 * script runs it stands above the list on a phone too.
 */
export function PlantEntry(props: PlantFormProps) {
  const isNarrow = useNarrow();
  const line = useHeightVariable('--entry');
  return (
    <>
      {!isNarrow && (
        <div ref={line} id="new-plant" className={styles.line}>
          <PlantForm {...props} />
        </div>
      )}
      <PlantSheet isNarrow={isNarrow} {...props} />
    </>
  );
}
