/**
 * A cell as CSV writes it (RFC 4180), with quotation marks where it needs them. Also where another program could take
 * something in it for a delimiter, or would trim it.
 */
export const csvCell = (text: string): string =>
  /[",;|\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
