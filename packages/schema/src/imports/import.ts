import * as z from 'zod/mini';
import { Int64 } from '../values/int64.ts';
import { importErrorsMax } from '../values/limits.ts';

export const Duplicates = z.enum(['refuse', 'skip', 'update']);
export type Duplicates = z.infer<typeof Duplicates>;

const count = (description: string) => z.int().register(z.globalRegistry, { description });

export const ImportError = z
  .object({
    row: count('The number of the row as in a spreadsheet; for NDJSON, of the line.'),
    column: z.nullable(z.string()).register(z.globalRegistry, {
      description: 'The header of the column, or its letter; null for the whole row.',
    }),
    value: z
      .string()
      .register(z.globalRegistry, { description: 'The value of the cell, shortened if it is long.' }),
    message: z.string().register(z.globalRegistry, { description: 'The problem, and how to fix it.' }),
    suggestion: z.optional(z.string()).register(z.globalRegistry, { description: 'A possible correction.' }),
    holder: z.optional(z.string()).register(z.globalRegistry, {
      description: 'The name of the plant that has the id, if `duplicates` decides about the row.',
    }),
  })
  .register(z.globalRegistry, { description: 'An invalid cell of a file.' });
export type ImportError = z.infer<typeof ImportError>;

export const ImportResult = z
  .object({
    rows: count('The number of rows without blank ones: the sum of the next four.'),
    created: count('The number of added plants.'),
    updated: count('The number of changed plants.'),
    skipped: count('The number of skipped rows: they change nothing, or `duplicates` says so.'),
    failed: count('The number of invalid rows.'),
    receipt: z.optional(Int64).register(z.globalRegistry, {
      description: 'The receipt to undo the import. A dry run has none.',
    }),
    errors: z
      .array(ImportError)
      .check(z.maxLength(importErrorsMax))
      .register(z.globalRegistry, {
        description: `The first ${importErrorsMax} invalid cells, row by row.`,
      }),
    warnings: z
      .array(ImportError)
      .check(z.maxLength(importErrorsMax))
      .register(z.globalRegistry, {
        description: `The first ${importErrorsMax} cells that were imported, but look damaged by a spreadsheet or a wrong encoding, have a line break, or were taken for empty, such as NULL.`,
      }),
    encoding: z.optional(z.string()).register(z.globalRegistry, {
      description:
        'The encoding of the file, by its name in the Encoding Standard in lower case. Without a `charset`, `windows-1252` is a guess: check the characters that are not ASCII.',
      examples: ['utf-8', 'windows-1252', 'shift_jis'],
    }),
    quoteEscape: z.optional(z.literal('backslash')).register(z.globalRegistry, {
      description:
        'How the file writes a quotation mark inside a cell, by the first one: `backslash` for `\\"`. Absent for `""` (RFC 4180).',
    }),
    headerRow: z.optional(z.int()).register(z.globalRegistry, {
      description:
        'The number of the row with the headers, if rows with text stand above it: a title and the like, which are not imported.',
    }),
    annotated: z.string().register(z.globalRegistry, {
      description:
        'The path of the file with `_status`, `_problem` and `_suggestion` for each row, kept for seven days. Behind a proxy it begins with the prefix, as `Location` does.',
      examples: ['/imports/1763712000000000/annotated'],
    }),
  })
  .register(z.globalRegistry, {
    id: 'ImportResult',
    description: 'The result of an import or of a dry run.',
  });
export type ImportResult = z.infer<typeof ImportResult>;

export const ImportProgress = z
  .object({
    phase: z.enum(['waiting', 'reading', 'storing']).register(z.globalRegistry, {
      description: 'The phase: waiting for other imports, reading the file, or storing its rows.',
    }),
    rows: count('The number of rows read or stored so far.'),
    total: z.optional(count('While storing: the total number of rows.')),
    bytes: count('The number of bytes read.'),
  })
  .register(z.globalRegistry, { id: 'ImportProgress', description: 'The progress of an import.' });
export type ImportProgress = z.infer<typeof ImportProgress>;
