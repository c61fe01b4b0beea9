import type { StoredPlant } from '@plant-store/schema';
import { limitMax } from '@plant-store/schema/without-zod';
import { browserClient } from '../../api/browser-client.ts';
import { exportedFile, type Watching } from '../../api/exported-csv.ts';
import { filterOf, type PlantSearch, searchIn } from '../search/plant-search.ts';

/** The plants that go on paper: all plants of a search, of a selection, of a receipt, or of a group of additions. */
export type PaperSource =
  | { kind: 'search'; search: PlantSearch }
  | { kind: 'ids'; ids: bigint[] }
  | { kind: 'receipt'; id: bigint; isOfAdditions: boolean };

export function sourceIn(params: URLSearchParams, fragment: string): PaperSource {
  const isOfAdditions = params.has('added');
  const receipt = params.get('receipt') ?? params.get('added');
  if (receipt !== null)
    return { kind: 'receipt', id: /^\d{1,18}$/.test(receipt) ? BigInt(receipt) : 0n, isOfAdditions };
  if (params.has('selection')) return { kind: 'ids', ids: (fragment.match(/-?\d{1,19}/g) ?? []).map(BigInt) };
  return { kind: 'search', search: searchIn(params) };
}

/** The number of the plants, also of those that were deleted since. @throws the client's error */
export async function countPlants(source: PaperSource, signal: AbortSignal): Promise<number> {
  if (source.kind === 'ids') return source.ids.length;
  if (source.kind === 'search')
    return (await browserClient.plants.count.query(filterOf(source.search), { signal })).count;
  const { created, updated } = await browserClient.activity.get.query(source, { signal });
  return created + updated;
}

/** The plants as they are now, in the order of the list, of the selection, or of their ids. @throws as `exportedFile` */
export function readPlants(source: PaperSource, watching: Watching): Promise<StoredPlant[]> {
  if (source.kind === 'search') return foundPlants(source.search, watching);
  return source.kind === 'ids' ? selectedPlants(source.ids, watching) : receiptPlants(source, watching);
}

export async function foundPlants(search: PlantSearch, watching: Watching): Promise<StoredPlant[]> {
  const query = new URLSearchParams({ ...filterOf(search), sort: search.sort });
  const file = await exportedFile(`/plants/export?${query}`, 'application/x-ndjson', watching);
  const lines = (await file.text()).split('\n').slice(0, -1);
  // The id from the text: a number would lose digits.
  return lines.map((line) => ({ ...JSON.parse(line), id: BigInt(/-?\d+/.exec(line)?.[0] ?? '') }));
}

/** A request names at most this number of ids, because its address has a limit. */
const idsMax = 100;

async function selectedPlants(ids: bigint[], { onRows, signal }: Watching): Promise<StoredPlant[]> {
  const plants = new Map<bigint, StoredPlant>();
  for (let done = 0; done < ids.length; done += idsMax) {
    const part = await browserClient.plants.getMany.query(
      { ids: ids.slice(done, done + idsMax) },
      { signal },
    );
    for (const plant of part) plants.set(plant.id, plant);
    onRows(plants.size);
  }
  return ids.flatMap((id) => plants.get(id) ?? []);
}

async function receiptPlants(
  activity: { id: bigint; isOfAdditions: boolean },
  { onRows, signal }: Watching,
): Promise<StoredPlant[]> {
  const plants: StoredPlant[] = [];
  for (;;) {
    const after = plants.at(-1)?.id;
    const part = await browserClient.activity.listPlants.query({ ...activity, after }, { signal });
    plants.push(...part);
    onRows(plants.length);
    if (part.length < limitMax) return plants;
  }
}
