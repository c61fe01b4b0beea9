import { guard } from './formula-guard.ts';

/** In quotation marks if another program would find a delimiter in it or trim it (RFC 4180). */
export const csvCell = (text: string): string =>
  /[",;|\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** For a text of unknown origin: no spreadsheet runs it as a formula. */
export const guardedCell = (text: string): string => csvCell(guard(text));
