import { type ImportError, isOptional, plantFields } from '@plant-store/schema';
import { useRef } from 'react';
import { labels } from '../../plants/new-plant-form.ts';
import { RadioChoice } from '../../ui/fields/radio-choice.tsx';
import { Bdi } from '../../ui/text/bdi.tsx';
import type { WorkbookChoice } from '../file/chosen-file.ts';
import type { ColumnChoice } from '../file/file-reading.ts';
import type { PreviewRow } from '../file/first-rows.ts';
import type { ColumnMap, HeaderChoice } from '../file/inspect-file.ts';
import styles from '../import.module.css';
import type { ImportState } from '../run/use-import.ts';
import { texts } from '../texts.tsx';
import { ChoiceSelect } from './choice-select.tsx';
import table from './import-preview.module.css';

type ReadingChoicesProps = { state: ImportState; refused?: readonly ImportError[] };

export function ReadingChoices({ state, refused }: ReadingChoicesProps) {
  if (!state.inspected) return null;
  const { header, columns, ignored, preview } = state.inspected;
  const workbook = state.settings?.workbook;
  return (
    <>
      {workbook && <SheetChoice workbook={workbook} onSheet={state.chooseSheet} />}
      {header && <HeaderRowChoice header={header} onChange={state.chooseHeaderRow} />}
      {columns && <ColumnMapping columns={columns} onChange={state.chooseColumns} />}
      {ignored.length > 0 && (
        <p className={styles.note}>
          <Bdi text={texts.columns.ignored(ignored, namedMax)} />
        </p>
      )}
      <ImportPreview rows={preview} refused={refused} />
    </>
  );
}

type SheetChoiceProps = { workbook: WorkbookChoice; onSheet: (sheet: string) => void };

function SheetChoice({ workbook: { sheet, sheets }, onSheet }: SheetChoiceProps) {
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

type HeaderRowChoiceProps = { header: HeaderChoice; onChange: (row: number) => void };

function HeaderRowChoice({ header: { row, options }, onChange }: HeaderRowChoiceProps) {
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

type ColumnMappingProps = { columns: ColumnMap; onChange: (part: ColumnChoice) => void };

function ColumnMapping({ columns: { options, shown }, onChange }: ColumnMappingProps) {
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

/** The maximum number of columns that are named among those that will not be imported. */
const namedMax = 20;

type ImportPreviewProps = {
  rows: readonly PreviewRow[];
  /** Errors that only the store finds, such as a taken id. */
  refused?: readonly ImportError[];
};

/** Shows a wrong column or a refused row before anything is stored. */
function ImportPreview({ rows, refused = [] }: ImportPreviewProps) {
  if (rows.length === 0) return null;
  const isRefused = ({ row, isRefused }: PreviewRow) => isRefused || refused.some((one) => one.row === row);
  return (
    <table className={table.preview}>
      <caption>{texts.preview.caption}</caption>
      <thead>
        <tr>
          {plantFields.map((field) => (
            <th key={field} scope="col" className={table[field]}>
              {labels[field]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((one) => (
          <tr key={one.row} className={isRefused(one) ? table.refused : undefined}>
            {plantFields.map((field) => (
              <td key={field} className={table[field]}>
                <Bdi text={one[field]} />
                {field === 'name' && isRefused(one) && <span>{texts.preview.refused}</span>}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
