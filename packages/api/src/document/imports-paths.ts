import { isOptional, type PlantField, plantFields } from '@plant-store/schema';
import { idempotency } from '../procedures/base/rest-meta.ts';
import { errorResponses } from './error-responses.ts';
import { callerHeaders, headerOf, headerParameter } from './headers.ts';

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

/** The routes of imports.ts in the OpenAPI document. */
export const importPaths = {
  '/imports': {
    post: {
      operationId: 'importPlants',
      summary: 'Import a file of plants',
      description:
        'Takes a file of any size as it comes, CSV or NDJSON in UTF-8, UTF-16 or Windows-1252, as a charset in the Content-Type says or the file shows. Rows that are acceptable are stored, all in one transaction with one receipt; those that are not are listed. A file that cannot be read to its end, or a connection that breaks, leaves nothing. With `Accept: application/x-ndjson` the answer says how far it is, line by line, and ends with a line of `{"result": …}` or `{"error": …}`.',
      tags: ['imports'],
      parameters: [
        inQuery(
          'duplicates',
          'What becomes of a row whose id a plant has already, with another name or tag: it fails, is skipped, or changes the plant.',
          {
            type: 'string',
            enum: ['refuse', 'skip', 'update'],
            default: 'refuse',
          },
        ),
        inQuery(
          'newIdsFrom',
          'Ids from this one on are meant for new plants: a row fails where a plant has such an id with another name or tag, whatever `duplicates` says.',
          { type: 'integer', format: 'int64' },
        ),
        inQuery('dryRun', 'Store no plants, and say what would come of them.', {
          type: 'boolean',
          default: false,
        }),
        inQuery('format', 'Left out, the Content-Type says it, or the beginning of the file.', {
          type: 'string',
          enum: ['csv', 'ndjson'],
        }),
        ...plantFields.map((field) =>
          inQuery(
            `${field}Column`,
            `The header of the column that holds the ${field}s, ${columnNamed(field)}`,
          ),
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
          description: 'What became of the rows.',
          headers: {
            'Idempotent-Replayed': headerOf('Idempotent-Replayed', idempotency.replayed),
            ...callerHeaders,
          },
          content: {
            'application/json': { schema: reference('ImportResult') },
            'application/x-ndjson': {
              schema: {
                type: 'string',
                description: 'Lines, each a JSON object by itself: `contentSchema` is that of a line.',
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
        'The file as it was sent, with the columns `_status`, `_problem` and `_suggestion` for each row, for seven days. Corrected, it can be imported again: those columns are passed over, and rows that went in before are skipped.',
      tags: ['imports'],
      parameters: [
        {
          ...{ name: 'id', in: 'path', required: true },
          schema: { type: 'integer', format: 'int64', examples: [1763712000000000] },
        },
      ],
      responses: {
        200: {
          description: 'The file, in the format that it was sent in.',
          headers: { 'Content-Disposition': headerOf('Content-Disposition', 'Its name.'), ...callerHeaders },
          content: { 'text/csv': { schema: text }, 'application/x-ndjson': { schema: text } },
        },
        ...errorResponses({ problems: ['notFound'] }, false),
      },
    },
  },
};
