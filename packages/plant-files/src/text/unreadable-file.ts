import { StoreError } from '@plant-store/schema/plants';

/** The message names the fault, its position and the remedy. */
export const unreadableFile = (message: string): StoreError => new StoreError('unreadableFile', message);

/** As in an editor: counted from 1. */
export type Position = { line: number; column: number };

export function positionAfter(text: string, from: Position, newline = '\n'): Position {
  let { line } = from;
  let lineStart = -1;
  for (let at = text.indexOf(newline); at !== -1; at = text.indexOf(newline, at + 1)) {
    line += 1;
    lineStart = at;
  }
  return lineStart === -1
    ? { line, column: from.column + text.length }
    : { line, column: text.length - lineStart };
}

export const describePosition = ({ line, column }: Position): string => `line ${line}, column ${column}`;

export function quotedList(cells: string[]): string {
  const shown = cells.slice(0, 20).map((cell) => quoted(cell.trim()));
  return shown.join(', ') + (cells.length > shown.length ? ` and ${cells.length - shown.length} more` : '');
}

export function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 39).toWellFormed()}…` : text);
}
