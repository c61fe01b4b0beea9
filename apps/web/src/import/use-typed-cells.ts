import { type ImportError, importValueMax } from '@plant-store/schema';
import { useState } from 'react';
import type { Correction } from './corrected-file.ts';

const nothing: ReadonlyMap<string, string> = new Map();

/** The texts typed into the faulty cells of a file. They are kept until another file is checked. */
export function useTypedCells(file: File, cells: readonly ImportError[]) {
  const [typed, setTyped] = useState({ file, texts: nothing });
  const texts = typed.file === file ? typed.texts : nothing;
  return {
    /** What the file has, until something else is typed. */
    textOf: (cell: ImportError) => texts.get(keyOf(cell)) ?? cell.value,
    type: (cell: ImportError, text: string) =>
      setTyped({ file, texts: new Map([...texts, [keyOf(cell), text]]) }),
    /** The cells with a new text; untouched cells are left out. */
    corrections: correctionsOf(cells, (cell) => texts.get(keyOf(cell))),
    /** Those that would be made if every suggestion were taken. */
    suggested: correctionsOf(cells, ({ suggestion }) => suggestion),
  };
}

export type TypedCells = ReturnType<typeof useTypedCells>;

/** Whether what stands in a cell is known to its end, so that it can be changed here without losing the rest. */
export const isCorrectable = ({ column, value }: ImportError): boolean =>
  column !== null && (value.length < importValueMax - 1 || !value.endsWith('…'));

const correctionsOf = (
  cells: readonly ImportError[],
  textFor: (cell: ImportError) => string | undefined,
): Correction[] =>
  cells.flatMap((cell) => {
    const { row, column, value } = cell;
    const text = textFor(cell);
    return column !== null && text !== undefined && text !== value ? [{ row, column, text }] : [];
  });

const keyOf = ({ row, column }: ImportError): string => `${row} ${column}`;
