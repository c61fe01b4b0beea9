import { type ImportError, importValueMax } from '@plant-store/schema';
import { useState } from 'react';
import type { Correction } from '../file/corrected-file.ts';

const nothing: ReadonlyMap<string, string> = new Map();

/** The texts typed into the faulty cells of a file. They stay until another file is checked. */
export function useTypedCells(file: File, cells: readonly ImportError[]) {
  const [typed, setTyped] = useState({ file, texts: nothing });
  const texts = typed.file === file ? typed.texts : nothing;
  return {
    /** The typed text of a cell, or else its text in the file. An input element would drop a line break. */
    textOf: (cell: ImportError) => texts.get(keyOf(cell)) ?? cell.value.replaceAll(/[\r\n]+/g, ' '),
    type: (cell: ImportError, text: string) =>
      setTyped({ file, texts: new Map([...texts, [keyOf(cell), text]]) }),
    /** The cells with a new text; untouched cells are left out. */
    corrections: correctionsOf(cells, (cell) => texts.get(keyOf(cell))),
    /** The corrections that apply every suggestion. */
    suggested: correctionsOf(cells, ({ suggestion }) => suggestion),
  };
}

export type TypedCells = ReturnType<typeof useTypedCells>;

/** True if the whole text of the cell is known: correcting a shortened text would lose its end. */
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
