import { useRef } from 'react';
import type { HeaderChoice } from '../file/inspect-file.ts';
import styles from '../import.module.css';
import { texts } from '../texts.tsx';
import { ChoiceSelect } from './choice-select.tsx';

type HeaderRowChoiceProps = { header: HeaderChoice; onChange: (row: number) => void };

export function HeaderRowChoice({ header: { row, options }, onChange }: HeaderRowChoiceProps) {
  const place = useRef<HTMLDivElement>(null);
  const label = texts.header.label(row === undefined ? texts.columns.choose : texts.header.row(row));
  return (
    <div className={`${styles.mapping} ${styles.actions}`}>
      <div ref={place}>
        <ChoiceSelect
          label={label}
          text={label}
          items={options}
          value={row?.toString()}
          onChange={(name) => onChange(Number(name))}
          place={place}
        />
      </div>
      {row !== undefined && options.some(({ name }) => Number(name) < row) && (
        <p className={styles.note}>{texts.header.above(row)}</p>
      )}
    </div>
  );
}
