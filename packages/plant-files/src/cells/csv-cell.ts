import { guard } from './formula-guard.ts';

/**
 * A cell as CSV writes it (RFC 4180), in quotation marks if necessary. Other programs must neither find a delimiter in
 * it nor trim it.
 */
export const csvCell = (text: string): string =>
  /[",;|\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** A cell for a text of unknown origin, with a guard, so that no spreadsheet runs it as a formula. */
export const guardedCell = (text: string): string => csvCell(guard(text));
