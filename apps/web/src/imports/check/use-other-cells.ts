import type { ImportResult } from '@plant-store/schema';
import { useEffect, useState } from 'react';
import { type RowCells, rowCells } from '../file/row-cells.ts';
import type { ImportSettings } from '../run/import-request.ts';
import { shownCells } from './cell-list.tsx';

export function useOtherCells(
  { file, columns }: ImportSettings,
  { errors, warnings }: ImportResult,
): RowCells | undefined {
  const [found, setFound] = useState<{ file: File; cells: RowCells }>();
  useEffect(() => {
    let isCurrent = true;
    const rows = [...errors.slice(0, shownCells), ...warnings.slice(0, shownCells)].map(({ row }) => row);
    void rowCells(file, columns, rows).then((cells) => isCurrent && setFound({ file, cells }));
    return () => {
      isCurrent = false;
    };
  }, [file, columns, errors, warnings]);
  return found?.file === file ? found.cells : undefined;
}
