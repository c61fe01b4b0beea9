import type { NewPlant } from '@plant-store/schema';
import { csvType } from '../../api/exported-csv.ts';
import { asChosen } from '../../ui/csv-separator.ts';
import { saveFile } from '../../ui/save-file.ts';
import type { Damaged } from '../queue/queue-database.ts';
import type { QueuedPlant } from '../queue/queued-plant.ts';
import { texts } from './texts.ts';

/** Saves waiting and refused plants as a CSV file that Import reads. */
export async function saveWaiting(entries: readonly QueuedPlant[]) {
  const { guardedCell, plantWriter } = await import('@plant-store/plant-files');
  const writer = plantWriter('csv');
  // The text of a pasted row may stand in place of an id. The writer takes it as it is.
  const plants = entries.map(({ plant }) =>
    typeof plant.id === 'string' ? { ...plant, id: guardedCell(plant.id) } : plant,
  );
  const lines = writer.lines(plants as Iterable<NewPlant>);
  const file = new Blob([writer.head, lines], { type: csvType });
  saveFile(await asChosen(file), texts.csvName);
}

export function saveDamaged(damaged: readonly Damaged[]) {
  const exact = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);
  const text = JSON.stringify(
    damaged.map(({ record }) => record),
    exact,
    2,
  );
  saveFile(new Blob([text], { type: 'application/json' }), texts.damagedName, 'json');
}
