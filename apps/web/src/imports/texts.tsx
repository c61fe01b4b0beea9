import { plantsText } from '../plants/plants-text.ts';
import { Bdi } from '../ui/text/bdi.tsx';
import { isolated } from '../ui/text/isolated.ts';
import { numberText } from '../ui/text/number-text.ts';
import { onFirstUse } from '../ui/text/on-first-use.ts';
import { phrase } from '../ui/text/phrase.ts';

const listOf = onFirstUse(() => new Intl.ListFormat('en'));

const duplicatesLabel = 'If the id already exists';

export const texts = {
  choice: {
    intro:
      'CSV, Excel (.xlsx) or NDJSON with id, name and (optional) tag columns. We check it first; nothing is saved until you confirm.',
    choose: 'Choose a file',
    drop: 'or drop it on this page',
    file: 'File',
    paste: 'Or paste a block from a spreadsheet',
    checkPasted: 'Check',
    reading: 'Reading the file…',
  },
  columns: {
    title: (name: string) => phrase`${<Bdi text={name} />}: which column holds what?`,
    label: (field: string, column: string) => `${field} is in column: ${column}`,
    value: (field: string, column: string) => `${field}: ${column}`,
    none: 'none',
    choose: 'choose',
    unnamed: (letter: string) => `column ${letter}`,
    repeated: (header: string, letter: string) => `${header} (column ${letter})`,
    ignored: (columns: readonly string[], namedMax: number) => {
      const left = columns.length - namedMax;
      const named = [...columns.slice(0, namedMax), ...(left > 0 ? [`${numberText(left)} more`] : [])];
      return columns.length === 1
        ? `This column is not imported: ${named[0]}`
        : `These ${numberText(columns.length)} columns are not imported: ${listOf().format(named)}`;
    },
    missing: (field: string) => `choose the column that has the ${field}`,
    single:
      'this row has one column: choose the row with the column names, or save the file with a comma, a semicolon, a tab or | between columns',
    twice: (header: string, field: string) =>
      `“${header}” is chosen for the ${field} and for something else: choose another column for one of them`,
    several: (field: string, first: string, second: string) =>
      `two columns could be the ${field}, “${first}” and “${second}”: choose one`,
    check: 'Check',
  },
  header: {
    label: (row: string) => `Column names are in: ${row}`,
    row: (row: number) => `row ${row}`,
    above: (row: number) =>
      row === 2
        ? 'The row above the column names is not imported.'
        : `The ${row - 1} rows above the column names are not imported.`,
    missing: 'no row with column names was found: choose it, or add one to the file, such as id,name,tag',
    plantAbove: (header: number, plant: number) =>
      `row ${header} has column names, but row ${plant} above it looks like a plant: choose the row with the column names; rows above it are not imported`,
  },
  sheets: {
    label: 'Sheet of the workbook',
    only: (sheet: string) => `Sheet of the workbook: ${sheet}`,
  },
  preview: {
    caption: 'The first rows, as they would be saved',
    refused: 'Will not be imported',
  },
  backslashes: 'Read with \\" as a quotation mark inside a cell; check names with quotation marks.',
  check: {
    title: (name: string) => phrase`${<Bdi text={name} />}: checked, nothing saved yet`,
    errors: 'Rows to fix',
    warnings: 'Possibly damaged values (their rows are imported)',
    download: 'Download with comments',
    checking: 'Checking',
    correcting: 'Correcting the file…',
    again: 'Check again',
    nothing: 'Nothing to import',
    import: (count: number) => `Import ${plantsText(count)}`,
    applyAll: 'Apply all suggestions',
  },
  newIds: {
    problem: (id: string) => `Ids must be whole numbers. Some have letters, such as “${id}”.`,
    give: 'Give these plants new ids',
    note: 'Their old ids are not kept.',
    given: (first: bigint, last: bigint) =>
      first === last
        ? `1 plant gets a new id, ${first}. Its old id is not kept.`
        : `${plantsText(Number(last - first + 1n))} get new ids, ${first} to ${last}. Their old ids are not kept.`,
    noneLeft: 'the store has not enough ids left above the highest one; give ids in the file',
  },
  duplicates: {
    label: duplicatesLabel,
    refuse: 'Report as an error',
    skip: 'Keep the existing plant',
    update: 'Update the existing plant',
  },
  cells: {
    taken: (holder: string, isDone: boolean) =>
      `is already taken by “${isolated(holder)}”; give another id, or ${isDone ? 'import the row again with' : 'choose'} another option under “${duplicatesLabel}”`,
    place: (row: number, column: string | null) => (column === null ? `Row ${row}` : `Row ${row}, ${column}`),
    otherCells: 'Other cells of the row',
    wholeRow: 'Correct the row in the original file.',
    tooLong: 'Too long to correct here: correct it in the original file.',
    suggestionButton: (text: string) => phrase`Use ${<Bdi text={text} />}`,
    suggestionLabel: (text: string, place: string) => `Use ${text}: ${place}`,
    suggestion: (text: string) => `Suggestion: ${isolated(text)}.`,
    more: 'There are more: download the file with comments to see them all.',
  },
  tally: {
    rows: 'rows',
    done: { created: 'added', updated: 'changed' },
    planned: { created: 'to add', updated: 'to change' },
    skipped: { done: 'skipped', planned: 'to skip' },
    failed: 'not imported',
  },
  run: {
    checking: (name: string) => phrase`Checking ${<Bdi text={name} />}`,
    importing: (name: string) => phrase`Importing ${<Bdi text={name} />}`,
    cancelNote: 'If you cancel or leave this page, nothing is imported.',
    leave: 'The import is still running. If you leave this page now, it is cancelled. Leave?',
    waiting: 'Waiting for another import to finish.',
    rowsPerSecond: (count: number) => `${numberText(count)} ${count === 1 ? 'row' : 'rows'} per second`,
    bytesPerSecond: (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB per second`,
    left: (seconds: number) =>
      `${seconds < 90 ? `${seconds} s` : `${numberText(Math.round(seconds / 60))} min`} left`,
  },
  done: {
    title: (name: string) => phrase`${<Bdi text={name} />}: imported`,
    errors: 'Rows with errors',
    correct: (count: number) => `Correct ${count === 1 ? '1 row' : `${numberText(count)} rows`}`,
    see: 'See the plants',
    download: 'Download with comments',
    undo: 'Undo',
    undoing: 'Undoing…',
  },
  problems: {
    cancelled:
      'Cancelled. Nothing was saved unless the import had just finished. You can safely import it again.',
    noAnswer: "We couldn't confirm the import. You can safely import it again.",
    notChecked: (reason: string) => `Nothing was saved. ${reason}`,
    notImported: (reason: string) => `Not imported. ${reason}`,
    notCorrected: (reason: string) => `Nothing was corrected. ${reason}`,
    fileChanged: 'the file was changed or moved since you chose it; choose it again',
    noColumn: (column: string) => `the file has no column “${column}”; correct it in the original file`,
  },
  cancel: 'Cancel',
  startOver: 'Start over',
} as const;
