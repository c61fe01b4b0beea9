import { hash } from 'node:crypto';
import type { imports } from '@plant-store/db';
import {
  type Columns,
  type Encoding,
  encodingOf,
  headerRowMax,
  type PlantFileFormat,
} from '@plant-store/plant-files';
import { Duplicates, Int64Text, isOptional, plantFields, StoreError } from '@plant-store/schema';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { invalidInput } from '../http/errors.ts';
import { decoded } from '../http/headers.ts';
import { checkQuery } from '../http/query-string.ts';
import { assertUncompressed } from '../limits/body.ts';

const yesOrNo = z.enum(['true', 'false'], { error: 'must be true or false' });

const headerRowError = `must be a whole number from 1 to ${headerRowMax}`;

const columnQuery = plantFields.map((field) => [field, `${field}Column`] as const);

const ImportQuery = z.object({
  duplicates: z.enum(Duplicates.options, { error: 'must be refuse, skip or update' }).default('refuse'),
  dryRun: yesOrNo.default('false'),
  format: z.enum(['csv', 'ndjson'], { error: 'must be csv or ndjson' }).optional(),
  newIdsFrom: z.optional(Int64Text),
  headerRow: z
    .string()
    .regex(/^[1-9]\d*$/, { error: headerRowError })
    .transform(Number)
    .pipe(z.number().max(headerRowMax, { error: headerRowError }))
    .optional(),
  ...Object.fromEntries(columnQuery.map(([, parameter]) => [parameter, z.string().optional()])),
});
const known = Object.keys(ImportQuery.shape);

export type ImportRequest = Omit<imports.NewImport, 'bytes'>;

/** @throws StoreError `badRequest` for an unknown query parameter, `invalidField` or `mediaType` */
export function importRequest({ query, headers }: FastifyRequest): ImportRequest {
  checkQuery(query as Record<string, unknown>, known);
  const { success, data, error } = ImportQuery.safeParse(query);
  if (!success) throw invalidInput(error, query);
  const declared = typeOf(headers['content-type']);
  const { duplicates, dryRun, headerRow, format = declared.format } = data;
  assertUncompressed(headers, 'file');
  const columns = columnsIn(data);
  return {
    read: {
      ...(format && { format }),
      ...(declared.encoding && { encoding: declared.encoding }),
      ...(Object.keys(columns).length > 0 && { columns }),
      ...(headerRow !== undefined && { headerRow }),
    },
    duplicates,
    newIdsFrom: data.newIdsFrom,
    isDryRun: dryRun === 'true',
    file: nameIn(headers['content-disposition']),
  };
}

/** The columns of fields. An empty name means that no column contains an optional field. */
function columnsIn(query: Record<string, unknown>): Columns {
  const named = columnQuery.map(([field, parameter]) => [field, query[parameter]] as const);
  const given = named.filter(([field, name]) => (isOptional(field) ? name !== undefined : name));
  return Object.fromEntries(given.map(([field, name]) => [field, name || null])) as Columns;
}

/** A hash that is equal for equal requests, without the file and its name. */
export const hashOfRequest = ({ read, duplicates, newIdsFrom }: ImportRequest): string =>
  // Undefined parts are left out, so a new option does not change the hashes of older requests.
  hash(
    'sha256',
    JSON.stringify(
      ['imports.run', duplicates, read, newIdsFrom?.toString()].filter((part) => part !== undefined),
    ),
  );

/** Media types of files of plants; `undefined` for a media type that has several formats. */
const formats: Record<string, PlantFileFormat | undefined> = {
  'text/csv': 'csv',
  'application/csv': 'csv',
  'text/tab-separated-values': 'csv',
  'application/x-ndjson': 'ndjson',
  'application/ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
  'application/x-jsonlines': 'ndjson',
  'text/plain': undefined,
  'application/octet-stream': undefined,
  // Windows declares this type for any CSV file if Excel is installed.
  'application/vnd.ms-excel': undefined,
};

/** The labels of ASCII in the Encoding Standard. */
const ascii = /^(?:us-ascii|ascii|ansi_x3\.4-1968)$/;

function typeOf(sent: string | undefined): {
  format?: PlantFileFormat | undefined;
  encoding?: Encoding | undefined;
} {
  if (sent === undefined) return {};
  const [type = '', ...parameters] = sent.toLowerCase().split(';');
  const refused = (accepted: string) =>
    new StoreError('mediaType', `Content-Type must be ${accepted}; ${JSON.stringify(sent)} was sent`);
  if (!Object.hasOwn(formats, type.trim()))
    throw refused('text/csv or application/x-ndjson, if need be with the charset of the file');
  const format = formats[type.trim()];
  const charsets = parameters.flatMap((one) => /^\s*charset\s*=\s*"?([^"\s]+)/.exec(one)?.[1] ?? []);
  const [charset] = charsets;
  if (charset === undefined) return { format };
  if (new Set(charsets).size > 1) throw refused('one with a single charset');
  // In a file that is said to be ASCII, other characters are more likely UTF-8 than the standard's Windows-1252.
  const encoding = ascii.test(charset) ? 'utf-8' : encodingOf(charset);
  if (encoding === undefined)
    throw refused(
      `${type.trim()} with a charset of the Encoding Standard, such as utf-8, windows-1252, windows-1251, shift_jis or gb18030`,
    );
  // The file gives the order of the bytes of utf-16.
  return { format, encoding: charset === 'utf-16' ? charset : encoding };
}

const nameMaxLength = 255;

/** The name of the file in a Content-Disposition header (RFC 6266), without a path. */
function nameIn(header: string | undefined): string | undefined {
  const [, encoded] = /filename\*\s*=\s*utf-8'[^']*'([^;]+)/i.exec(header ?? '') ?? [];
  const [, quoted, bare] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header ?? '') ?? [];
  const name = decoded(encoded?.trim()) ?? quoted?.replaceAll(/\\(.)/g, '$1') ?? bare;
  const last = name
    ?.split(/[/\\]/)
    .at(-1)
    ?.replaceAll(/\p{Cc}/gu, '')
    .trim();
  return last ? last.slice(0, nameMaxLength).toWellFormed() : undefined;
}
