import * as z from 'zod';
import { Int64 } from './int64.ts';
import { importErrorsMax } from './limits.ts';

/** The outcome of a row whose id a plant has already. */
export const Duplicates = z.enum(['refuse', 'skip', 'update']);
export type Duplicates = z.infer<typeof Duplicates>;

const count = (description: string) => z.int().meta({ description });

/** A cell of a file with an unacceptable value, or with a value that a spreadsheet probably damaged. */
export const ImportError = z
  .object({
    row: count('The number of the row as a spreadsheet shows it; in NDJSON, of the line.'),
    column: z
      .string()
      .nullable()
      .meta({ description: 'The header of the column, or its letter; null for the whole row.' }),
    value: z.string().meta({ description: 'What stands there, cut where it is long.' }),
    message: z.string().meta({ description: 'What is wrong, and what would be right.' }),
    suggestion: z.string().optional().meta({ description: 'What could be meant.' }),
  })
  .meta({ description: 'A cell of a file that is not acceptable.' });
export type ImportError = z.infer<typeof ImportError>;

/** The outcome of an import or of a dry run. */
export const ImportResult = z
  .object({
    rows: count('How many rows the file has, blank ones aside: the sum of the next four.'),
    created: count('How many plants were added.'),
    updated: count('How many plants were changed.'),
    skipped: count('How many rows were passed over, as they change nothing or are not to.'),
    failed: count('How many rows were not acceptable.'),
    receipt: Int64.optional().meta({
      description: 'Its receipt, by which it can be undone. A dry run has none.',
    }),
    errors: z
      .array(ImportError)
      .max(importErrorsMax)
      .meta({
        description: `The bad cells, row by row, the first ${importErrorsMax} of them.`,
      }),
    warnings: z
      .array(ImportError)
      .max(importErrorsMax)
      .meta({
        description: `Cells that were taken as they are, but that a spreadsheet or a wrong encoding seems to have damaged; the first ${importErrorsMax}.`,
      }),
    encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']).optional().meta({
      description:
        'The encoding that the file was read in. Windows-1252 is a guess: check the characters that are not ASCII.',
    }),
    annotated: z.string().meta({
      description:
        'The path of the file with `_status`, `_problem` and `_suggestion` for each row, kept for seven days.',
      examples: ['/imports/1763712000000000/annotated'],
    }),
  })
  .meta({ id: 'ImportResult', description: 'What an import did, or what it would do.' });
export type ImportResult = z.infer<typeof ImportResult>;

/** The progress of an import, for callers that ask for it. */
export const ImportProgress = z
  .object({
    phase: z.enum(['waiting', 'reading', 'storing']).meta({
      description: 'Waiting for other imports, reading the file, or storing what is in it.',
    }),
    rows: count('How many rows were read, or stored, so far.'),
    total: count('While storing: how many rows there are.').optional(),
    bytes: count('How much of the file was read.'),
  })
  .meta({ id: 'ImportProgress', description: 'How far an import is.' });
export type ImportProgress = z.infer<typeof ImportProgress>;
