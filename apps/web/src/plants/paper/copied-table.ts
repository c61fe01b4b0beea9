import { guardedText } from '@plant-store/plant-files';
import { type StoredPlant, textFields } from '@plant-store/schema';

type Copied = { html: string; text: string };

/** Plants as a spreadsheet takes them: three columns of text, of which none runs as a formula. */
export function copiedTable(plants: readonly StoredPlant[]): Copied {
  const rows = plants.map((plant) => [
    String(plant.id),
    ...textFields.map((field) => guardedText(plant[field] ?? '')),
  ]);
  return {
    html: `<meta charset="utf-8"><table>${rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('')}</table>`,
    text: rows.map((row) => `${row.map(plainCell).join('\t')}\r\n`).join(''),
  };
}

/** Each program has another word for a cell of text: Excel, LibreOffice, Google Sheets. Without it, long ids lose digits. */
const cell = (text: string): string =>
  `<td style='mso-number-format:"\\@"' sdnum="1033;0;@" data-sheets-value="${escaped(JSON.stringify({ 1: 2, 2: text }))}">${escaped(text)}</td>`;

/** A quotation mark at the beginning would quote the cell. */
const plainCell = (text: string): string => (text.startsWith('"') ? `"${text.replaceAll('"', '""')}"` : text);

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** The older way to copy, because pages over plain HTTP have no `navigator.clipboard`. False if the browser refuses. */
export function copyTable(plants: readonly StoredPlant[]): boolean {
  const copied = copiedTable(plants);
  const onCopy = (event: ClipboardEvent) => {
    event.preventDefault();
    event.clipboardData?.setData('text/html', copied.html);
    event.clipboardData?.setData('text/plain', copied.text);
  };
  document.addEventListener('copy', onCopy);
  try {
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', onCopy);
  }
}
