import { headerRowMax } from '@plant-store/plant-files';
import { isOptional, type PlantField, plantFields } from '@plant-store/schema';
import { idempotency } from '../procedures/base/rest-meta.ts';
import { errorResponses } from './error-responses.ts';
import { callerHeaders, headerOf, headerParameter } from './header-components.ts';

type Schema = Record<string, unknown>;

const text = { type: 'string' };
const inQuery = (name: string, description: string, schema: Schema = text) => ({
  ...{ name, in: 'query', required: false, description, schema },
});
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function columnNamed(field: PlantField): string {
  if (field === 'id')
    return 'where its name does not say so; the letter that a spreadsheet gives it where it has no header of its own.';
  return isOptional(field) ? 'or its letter; empty if none does.' : 'or its letter, in the same way.';
}

const csv = 'id,name,tag\n7,Monstera deliciosa,aroid\n8,Nephrolepis exaltata,fern\n';
const ndjson = '{"id":7,"name":"Monstera deliciosa","tag":"aroid"}\n{"id":8,"name":"Nephrolepis exaltata"}\n';

export const importPaths = {
  '/imports': {
    post: {
      operationId: 'importPlants',
      summary: 'Import a file of plants',
      description:
        'Takes a file of any size: CSV or NDJSON in the encoding that the charset of the Content-Type names by a label of the Encoding Standard; without a charset, in UTF-8, UTF-16 or Windows-1252 by the bytes of the file. Valid rows are stored in one transaction with one receipt; invalid rows are listed. CSV follows RFC 4180: a row with a broken quotation mark is invalid, and reading goes on at the next whole row. If the file cannot be read to its end, or the connection breaks, nothing is stored. With `Accept: application/x-ndjson` the answer reports the progress line by line, and ends with a line of `{"result": …}` or `{"error": …}`.',
      tags: ['imports'],
      parameters: [
        inQuery(
          'duplicates',
          'The action for a row with the id of an existing plant and another name or tag: it fails, is skipped, or changes the plant.',
          {
            type: 'string',
            enum: ['refuse', 'skip', 'update'],
            default: 'refuse',
          },
        ),
        inQuery(
          'newIdsFrom',
          'Ids from this one on are for new plants: a row with such an id fails if a plant has the id with another name or tag, whatever `duplicates` says.',
          { type: 'integer', format: 'int64' },
        ),
        inQuery('dryRun', 'Store nothing, and answer the expected result.', {
          type: 'boolean',
          default: false,
        }),
        inQuery('format', 'The format; by default from the Content-Type or the beginning of the file.', {
          type: 'string',
          enum: ['csv', 'ndjson'],
        }),
        ...plantFields.map((field) =>
          inQuery(
            `${field}Column`,
            `The header of the column that holds the ${field}s, ${columnNamed(field)}`,
          ),
        ),
        inQuery(
          'headerRow',
          'The row with the headers of a CSV file, as a spreadsheet numbers it. Rows above it are not imported. By default the first 20 rows with text are searched for it.',
          { type: 'integer', minimum: 1, maximum: headerRowMax },
        ),
        headerParameter('Content-Disposition', 'The name of the file: `attachment; filename="plants.csv"`.'),
        headerParameter('Idempotency-Key', idempotency.key),
      ],
      requestBody: {
        required: true,
        content: {
          'text/csv': { schema: text, example: csv },
          'text/tab-separated-values': { schema: text, example: csv.replaceAll(',', '\t') },
          'application/x-ndjson': { schema: text, example: ndjson },
          'application/octet-stream': { schema: text, example: csv },
        },
      },
      responses: {
        200: {
          description: 'The result of each row.',
          headers: {
            'Idempotent-Replayed': headerOf('Idempotent-Replayed', idempotency.replayed),
            ...callerHeaders,
          },
          content: {
            'application/json': { schema: reference('ImportResult') },
            'application/x-ndjson': {
              schema: {
                type: 'string',
                description: 'Lines, each a JSON object: `contentSchema` describes a line.',
                contentMediaType: 'application/x-ndjson',
                contentSchema: {
                  anyOf: [
                    reference('ImportProgress'),
                    {
                      type: 'object',
                      required: ['result'],
                      properties: { result: reference('ImportResult') },
                    },
                    { type: 'object', required: ['error'], properties: { error: reference('Error') } },
                  ],
                },
              },
            },
          },
        },
        ...errorResponses({ problems: ['mediaType', 'unreadableFile'] }, false),
      },
    },
  },
  '/imports/{id}/annotated': {
    get: {
      operationId: 'getAnnotatedFile',
      summary: 'Get an imported file back',
      description:
        'The imported file with the columns `_status`, `_problem` and `_suggestion` for each row, for seven days. After corrections it can be imported again: these columns are ignored, and rows that were imported before are skipped.',
      tags: ['imports'],
      parameters: [
        {
          ...{ name: 'id', in: 'path', required: true },
          schema: { type: 'integer', format: 'int64', examples: [1763712000000000] },
        },
      ],
      responses: {
        200: {
          description: 'The file in its original format.',
          headers: {
            'Content-Disposition': headerOf('Content-Disposition', 'The name of the file.'),
            ...callerHeaders,
          },
          content: { 'text/csv': { schema: text }, 'application/x-ndjson': { schema: text } },
        },
        ...errorResponses({ problems: ['notFound'] }, false),
      },
    },
  },
};
