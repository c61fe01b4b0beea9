import type { Failure } from '@plant-store/client';
import { ErrorBody } from '@plant-store/schema';
import { failureIn, noAnswer } from './attempt.ts';

/** `onRows` is called with the number of rows read so far. */
export type Watching = { onRows: (count: number) => void; signal: AbortSignal };

export const csvType = 'text/csv; charset=utf-8';

/** @throws the signal's reason, or an `ExportFailure` */
export const exportedCsv = (path: string, watching: Watching): Promise<Blob> =>
  exportedFile(path, 'text/csv', watching);

/** @throws as `exportedCsv` does */
export async function exportedFile(
  path: string,
  accept: 'text/csv' | 'application/x-ndjson',
  { onRows, signal }: Watching,
): Promise<Blob> {
  const answer = await fetch(`/api${path}`, { headers: { accept }, signal });
  if (!answer.ok || !answer.body)
    throw new ExportFailure(failureInBody(await answer.json().catch(() => undefined)));
  const pieces: BlobPart[] = [];
  // The first line of CSV is the header.
  let lines = accept === 'text/csv' ? -1 : 0;
  // A reader, not `for await`: some browsers cannot iterate over a stream.
  const reader = answer.body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    pieces.push(read.value);
    for (const byte of read.value) if (byte === lineFeed) lines++;
    onRows(Math.max(lines, 0));
  }
  return new Blob(pieces, { type: accept === 'text/csv' ? csvType : accept });
}

const lineFeed = 0x0a;

class ExportFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** The failure in an error of a read, by `exportedFile` or the client. */
export const readFailure = (thrown: unknown): Failure =>
  thrown instanceof ExportFailure ? thrown.failure : failureIn(thrown);

/** The failure in the parsed body of an answer; `noAnswer` for any other value. */
export function failureInBody(value: unknown): Failure {
  const body = ErrorBody.safeParse(value);
  return body.success ? { ...body.data, problems: [] } : noAnswer;
}
