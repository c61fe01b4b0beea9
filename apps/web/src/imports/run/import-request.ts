import type { Failure } from '@plant-store/client';
import { type Duplicates, ImportProgress, ImportResult, StoreError } from '@plant-store/schema';
import { noAnswer, type Outcome } from '../../api/attempt.ts';
import { failureInBody } from '../../api/exported-csv.ts';
import { reason } from '../../api/reason.ts';
import { sentence } from '../../api/sentence.ts';
import type { WorkbookChoice } from '../file/chosen-file.ts';
import { type ColumnChoice, chosenEncoding, isNdjson } from '../file/file-reading.ts';
import { texts } from '../texts.tsx';

/** The file to import, and its options. The store finds the columns that were not chosen. */
export type ImportSettings = {
  file: File;
  duplicates: Duplicates;
  columns: ColumnChoice;
  /** How the store read the original file, if `file` is a corrected file. */
  original?: Pick<ImportResult, 'encoding' | 'quoteEscape'> | undefined;
  newIds?: { first: bigint; last: bigint } | undefined;
  /** The workbook from which the file was converted, if any. */
  workbook?: WorkbookChoice | undefined;
};

export const nameOf = ({ file, workbook }: ImportSettings): string => workbook?.original.name ?? file.name;

export type ImportRequest = ImportSettings & {
  isDryRun: boolean;
  idempotencyKey: string;
};

/** The share of the file that was sent, from 0 to 1, and the last progress that the store reported. */
export type TransferProgress = { sent: number; reported: ImportProgress | undefined };

/**
 * Sends a file of any size as a stream, and reports the progress. After a cancellation by `signal` the store has stored
 * nothing, unless the import ended at that moment. It does not use `fetch`, which cannot report how much it has sent.
 */
export function sendFile(
  order: ImportRequest,
  { onProgress, signal }: { onProgress: (progress: TransferProgress) => void; signal: AbortSignal },
): Promise<Outcome<ImportResult>> {
  const { promise, resolve } = Promise.withResolvers<Outcome<ImportResult>>();
  const request = new XMLHttpRequest();
  const progress: TransferProgress = { sent: 0, reported: undefined };
  const report = (part: Partial<TransferProgress>) =>
    onProgress(Object.assign(progress, part) && { ...progress });
  request.open('POST', `/api/imports?${queryOf(order)}`);
  request.setRequestHeader('Accept', 'application/x-ndjson');
  request.setRequestHeader('Content-Type', typeOf(order.file));
  request.setRequestHeader(
    'Content-Disposition',
    `attachment; filename*=UTF-8''${encodeURIComponent(order.file.name)}`,
  );
  if (!order.isDryRun) request.setRequestHeader('Idempotency-Key', order.idempotencyKey);
  request.upload.onprogress = ({ loaded, total }) => report({ sent: total > 0 ? loaded / total : 1 });
  request.onprogress = () => {
    const read = ImportProgress.safeParse(lastLine(request.responseText));
    if (read.success) report({ sent: 1, reported: read.data });
  };
  request.onload = () => resolve(outcomeOf(request));
  request.onerror = async () => resolve({ failure: (await isReadable(order.file)) ? noAnswer : fileChanged });
  request.onabort = () => resolve({ failure: cancelled });
  signal.addEventListener('abort', () => request.abort(), { once: true });
  if (signal.aborted) resolve({ failure: cancelled });
  else request.send(order.file);
  return promise;
}

/** In the answer it begins with `/api` only if the API trusts this web server as a proxy, which needs a setting. */
export const annotatedAddress = ({ annotated }: ImportResult): string =>
  `/api${annotated.slice(annotated.lastIndexOf('/imports/'))}`;

/** The outcome of a request that the person has cancelled. */
const cancelled: Failure = { error: 0, message: 'cancelled', problems: [] };

/** A file that changed on the disk after it was chosen: the browser cannot read it. */
const fileChanged: Failure = {
  error: 0,
  message: texts.problems.fileChanged,
  problems: [],
};

const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

function queryOf({ duplicates, columns, newIds, isDryRun }: ImportRequest): URLSearchParams {
  const query = new URLSearchParams({ duplicates, dryRun: String(isDryRun) });
  // With this lower bound, the import cannot change a plant that has got a new id meanwhile.
  if (newIds) query.set('newIdsFrom', String(newIds.first));
  const { headerRow, ...names } = columns;
  if (headerRow !== undefined) query.set('headerRow', String(headerRow));
  for (const [field, column] of Object.entries(names))
    if (column !== undefined) query.set(`${field}Column`, column);
  return query;
}

/** The media type by the file's name. The store recognises every type except NDJSON by itself. */
function typeOf(file: File): string {
  const type = isNdjson(file.name) ? 'application/x-ndjson' : 'text/plain';
  const encoding = chosenEncoding(file);
  return encoding === undefined ? type : `${type}; charset=${encoding}`;
}

/** The last complete line of an unfinished answer, parsed; `undefined` if there is none. */
function lastLine(text: string): unknown {
  const lines = text.slice(0, text.lastIndexOf('\n')).split('\n');
  return jsonOf(lines.at(-1) ?? '');
}

function outcomeOf({ status, responseText }: XMLHttpRequest): Outcome<ImportResult> {
  const answer = status === 200 ? lastLine(responseText) : { error: jsonOf(responseText) };
  const { result, error } = (answer ?? {}) as { result?: unknown; error?: unknown };
  const read = ImportResult.safeParse(result);
  return read.success ? { value: read.data } : { failure: failureInBody(error) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The message about a failed check or import; `undefined` for a cancelled check. */
export function problemText(failure: Failure, isDryRun: boolean): string | undefined {
  if (failure === cancelled) return isDryRun ? undefined : texts.problems.cancelled;
  if (failure === noAnswer && !isDryRun) return texts.problems.noAnswer;
  return texts.problems[isDryRun ? 'notChecked' : 'notImported'](reason(failure));
}

/** The message about a file that the browser could not read or correct. */
export const fileProblem = (thrown: unknown, key: 'notChecked' | 'notCorrected'): string =>
  texts.problems[key](sentence((thrown instanceof StoreError ? thrown : fileChanged).message));
