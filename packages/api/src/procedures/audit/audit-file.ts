import { type FileWriter, guardedCell, type PlantFileFormat } from '@plant-store/plant-files';
import { type AuditEntry, toJson } from '@plant-store/schema';

/** Writes audit entries in the formats of files of plants: CSV without formulas for spreadsheets, or NDJSON. */
export const auditWriter = (format: PlantFileFormat): FileWriter<AuditEntry> =>
  format === 'csv' ? csv : ndjson;

const columns = [
  ...(['number', 'at', 'action', 'by', 'kind', 'email', 'actor', 'subject'] as const),
  ...(['address', 'requestId', 'hash'] as const),
];

const csv: FileWriter<AuditEntry> = {
  head: `\ufeff${columns.join(',')}\r\n`,
  lines(entries) {
    let text = '';
    for (const { by, ...entry } of entries) {
      const cells = { ...entry, by: by?.name, kind: by?.kind, email: by?.email, actor: by?.id };
      text += `${columns.map((column) => guardedCell(String(cells[column] ?? ''))).join(',')}\r\n`;
    }
    return text;
  },
};

const ndjson: FileWriter<AuditEntry> = {
  head: '',
  lines(entries) {
    let text = '';
    for (const entry of entries) text += `${toJson(entry)}\n`;
    return text;
  },
};
