import { RadioChoice } from '../../ui/fields/radio-choice.tsx';
import type { WorkbookChoice } from '../file/chosen-file.ts';
import styles from '../import.module.css';
import { texts } from '../texts.tsx';

type SheetChoiceProps = { workbook: WorkbookChoice; onSheet: (sheet: string) => void };

export function SheetChoice({ workbook: { sheet, sheets }, onSheet }: SheetChoiceProps) {
  if (sheets.length === 1) return <p className={styles.note}>{texts.sheets.only(sheet)}</p>;
  return (
    <RadioChoice
      label={texts.sheets.label}
      value={sheet}
      onChange={onSheet}
      choices={sheets.map((name) => ({ value: name, text: name }))}
    />
  );
}
