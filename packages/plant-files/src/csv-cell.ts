import { guard } from './formula-guard.ts';

/**
 * A cell as CSV writes it (RFC 4180), with quotation marks where it needs them. Also where another program could take
 * something in it for a delimiter, or would trim it.
 */
export const csvCell = (text: string): string =>
  /[",;|\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** The same of a text that a spreadsheet is not to run, whoever wrote it. */
export const guardedCell = (text: string): string => csvCell(guard(text));
