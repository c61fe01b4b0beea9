import type { Failure } from '@plant-store/client';
import { plantWriter } from '@plant-store/plant-files';
import { ErrorBody, type StoredPlant } from '@plant-store/schema';
import { filterOf, type PlantSearch } from '../search/plant-search.ts';
import { noAnswer } from '../store/attempt.ts';

const type = 'text/csv; charset=utf-8';

/** These plants as a CSV file. */
export function csvOf(plants: StoredPlant[]): Blob {
  const writer = plantWriter('csv');
  return new Blob([writer.head, writer.lines(plants)], { type });
}

/**
 * All plants that are found, in their order, as the CSV file that the store makes of them; `onRows` is told how many
 * rows have come.
 * @throws what ends it: the reason of the signal, or a failure as `ExportFailure`
 */
export async function foundCsv(
  search: PlantSearch,
  { onRows, signal }: { onRows: (count: number) => void; signal: AbortSignal },
): Promise<Blob> {
  const query = new URLSearchParams({ ...filterOf(search), sort: search.sort });
  const answer = await fetch(`/api/plants?${query}`, { headers: { accept: 'text/csv' }, signal });
  if (!answer.ok || !answer.body) throw new ExportFailure(await failureOf(answer));
  const pieces: BlobPart[] = [];
  // The first line is the header.
  let lines = -1;
  // Not every browser in use goes through a stream by itself.
  const reader = answer.body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    pieces.push(read.value);
    for (const byte of read.value) if (byte === lineFeed) lines++;
    onRows(Math.max(lines, 0));
  }
  return new Blob(pieces, { type });
}

const lineFeed = 0x0a;

/** Why there is no file. */
export class ExportFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

async function failureOf(answer: Response): Promise<Failure> {
  const said = ErrorBody.safeParse(await answer.json().catch(() => undefined));
  return said.success ? { ...said.data, problems: [] } : noAnswer;
}

/** Has the browser keep a file. */
export function saveFile(file: Blob, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has it only once this has run its course.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
