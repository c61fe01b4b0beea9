import { plantWriter, written } from '@plant-store/plant-files';
import { limitMax, type StoredPlant } from '@plant-store/schema';
import { filterOf, type PlantSearch } from '../search/plant-search.ts';
import { browserClient } from '../store/browser-client.ts';

/** All plants that are found, in their order, a page at a time. @throws what the client throws */
export async function* foundPlants(search: PlantSearch, signal: AbortSignal): AsyncGenerator<StoredPlant[]> {
  let cursor: string | undefined;
  do {
    const page = await browserClient.plants.list.query(
      { ...filterOf(search), sort: search.sort, limit: limitMax, cursor },
      { signal },
    );
    yield page.items;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}

/** The plants as a CSV file; `onProgress` is told how many are in it. */
export async function csvOf(
  batches: AsyncIterable<StoredPlant[]> | Iterable<StoredPlant[]>,
  onProgress: (count: number) => void,
): Promise<Blob> {
  let count = 0;
  async function* counted() {
    for await (const batch of batches) {
      yield batch;
      count += batch.length;
      onProgress(count);
    }
  }
  const parts: string[] = [];
  for await (const text of written(plantWriter('csv'), counted())) parts.push(text);
  return new Blob(parts, { type: 'text/csv; charset=utf-8' });
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
