import * as z from 'zod';
import { Int64 } from '../values/int64.ts';
import { importErrorsMax } from '../values/limits.ts';

export const Duplicates = z.enum(['refuse', 'skip', 'update']);
export type Duplicates = z.infer<typeof Duplicates>;

const count = (description: string) => z.int().meta({ description });

export const ImportError = z
  .object({
    row: count('The number of the row as in a spreadsheet; for NDJSON, of the line.'),
    column: z
      .string()
      .nullable()
      .meta({ description: 'The header of the column, or its letter; null for the whole row.' }),
    value: z.string().meta({ description: 'The value of the cell, shortened if it is long.' }),
    message: z.string().meta({ description: 'The problem, and how to fix it.' }),
    suggestion: z.string().optional().meta({ description: 'A possible correction.' }),
    holder: z.string().optional().meta({
      description: 'The name of the plant that has the id, if `duplicates` decides about the row.',
    }),
  })
  .meta({ description: 'An invalid cell of a file.' });
export type ImportError = z.infer<typeof ImportError>;

export const ImportResult = z
  .object({
    rows: count('The number of rows without blank ones: the sum of the next four.'),
    created: count('The number of added plants.'),
    updated: count('The number of changed plants.'),
    skipped: count('The number of skipped rows: they change nothing, or `duplicates` says so.'),
    failed: count('The number of invalid rows.'),
    receipt: z.optional(Int64).meta({
      description: 'The receipt to undo the import. A dry run has none.',
    }),
    errors: z
      .array(ImportError)
      .max(importErrorsMax)
      .meta({
        description: `The first ${importErrorsMax} invalid cells, row by row.`,
      }),
    warnings: z
      .array(ImportError)
      .max(importErrorsMax)
      .meta({
        description: `The first ${importErrorsMax} cells that were imported, but look damaged by a spreadsheet or a wrong encoding, have a line break, or were taken for empty, such as NULL.`,
      }),
    encoding: z
      .string()
      .optional()
      .meta({
        description:
          'The encoding of the file, by its name in the Encoding Standard in lower case. Without a `charset`, `windows-1252` is a guess: check the characters that are not ASCII.',
        examples: ['utf-8', 'windows-1252', 'shift_jis'],
      }),
    quoteEscape: z.literal('backslash').optional().meta({
      description:
        'How the file writes a quotation mark inside a cell, by the first one: `backslash` for `\\"`. Absent for `""` (RFC 4180).',
    }),
    headerRow: z.int().optional().meta({
      description:
        'The number of the row with the headers, if rows with text stand above it: a title and the like, which are not imported.',
    }),
    annotated: z.string().meta({
      description:
        'The path of the file with `_status`, `_problem` and `_suggestion` for each row, kept for seven days. Behind a proxy it begins with the prefix, as `Location` does.',
      examples: ['/imports/1763712000000000/annotated'],
    }),
  })
  .meta({ id: 'ImportResult', description: 'The result of an import or of a dry run.' });
export type ImportResult = z.infer<typeof ImportResult>;

export const ImportProgress = z
  .object({
    phase: z.enum(['waiting', 'reading', 'storing']).meta({
      description: 'The phase: waiting for other imports, reading the file, or storing its rows.',
    }),
    rows: count('The number of rows read or stored so far.'),
    total: count('While storing: the total number of rows.').optional(),
    bytes: count('The number of bytes read.'),
  })
  .meta({ id: 'ImportProgress', description: 'The progress of an import.' });
export type ImportProgress = z.infer<typeof ImportProgress>;
