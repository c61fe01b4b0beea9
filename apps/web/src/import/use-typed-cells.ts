import type { ImportError } from '@plant-store/schema';
import { useState } from 'react';
import type { Correction } from './corrected-file.ts';

const nothing: ReadonlyMap<string, string> = new Map();

/** What is typed into the cells of a file that something is wrong with. It is kept until another file is checked. */
export function useTypedCells(file: File, cells: readonly ImportError[]) {
  const [typed, setTyped] = useState({ file, texts: nothing });
  const texts = typed.file === file ? typed.texts : nothing;
  const textOf = (cell: ImportError) => texts.get(keyOf(cell)) ?? cell.suggestion ?? cell.value;
  return {
    textOf,
    type: (cell: ImportError, text: string) =>
      setTyped({ file, texts: new Map([...texts, [keyOf(cell), text]]) }),
    /** The cells that are to hold something else now, as typed or as suggested. */
    corrections: cells.flatMap((cell): Correction[] => {
      const { row, column, value } = cell;
      const text = textOf(cell);
      return column !== null && text !== value ? [{ row, column, text }] : [];
    }),
    hasTyped: cells.some((cell) => {
      const text = texts.get(keyOf(cell));
      return text !== undefined && text !== (cell.suggestion ?? cell.value);
    }),
  };
}

export type TypedCells = ReturnType<typeof useTypedCells>;

const keyOf = ({ row, column }: ImportError): string => `${row} ${column}`;
