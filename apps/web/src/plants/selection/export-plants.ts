import { plantWriter } from '@plant-store/plant-files';
import type { StoredPlant } from '@plant-store/schema';
import { csvType, exportedCsv, type Watching } from '../../api/exported-csv.ts';
import { filterOf, type PlantSearch } from '../search/plant-search.ts';
import { inListOrder, type Selection } from './selection.ts';

type Listed = { selection: Selection; plants: readonly StoredPlant[]; search: PlantSearch };

/**
 * The selected plants as a CSV file in the format of Import. The store makes the file of all plants.
 * @throws as `exportedCsv` does
 */
export async function selectedCsv({ selection, plants, search }: Listed, watching: Watching): Promise<Blob> {
  if (selection.kind === 'all')
    return exportedCsv(
      `/plants?${new URLSearchParams({ ...filterOf(search), sort: search.sort })}`,
      watching,
    );
  const writer = plantWriter('csv');
  return new Blob([writer.head, writer.lines(inListOrder(selection.plants, plants))], { type: csvType });
}
