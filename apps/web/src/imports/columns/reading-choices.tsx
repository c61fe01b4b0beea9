import type { ImportError } from '@plant-store/schema';
import type { InspectedFile } from '../file/inspect-file.ts';
import type { ImportSettings } from '../run/import-request.ts';
import type { ImportState } from '../run/use-import.ts';
import { ColumnMapping } from './column-mapping.tsx';
import { HeaderRowChoice } from './header-row-choice.tsx';
import { IgnoredColumns } from './ignored-columns.tsx';
import { ImportPreview } from './import-preview.tsx';
import { SheetChoice } from './sheet-choice.tsx';

type ReadingChoicesProps = {
  settings: ImportSettings;
  inspected: InspectedFile;
  state: ImportState;
  refused?: readonly ImportError[];
};

export function ReadingChoices({ settings, inspected, state, refused }: ReadingChoicesProps) {
  const { header, columns, ignored, preview } = inspected;
  return (
    <>
      {settings.workbook && <SheetChoice workbook={settings.workbook} onSheet={state.chooseSheet} />}
      {header && <HeaderRowChoice header={header} onChange={state.chooseHeaderRow} />}
      {columns && <ColumnMapping columns={columns} onChange={state.chooseColumns} />}
      <IgnoredColumns columns={ignored} />
      <ImportPreview rows={preview} refused={refused} />
    </>
  );
}
