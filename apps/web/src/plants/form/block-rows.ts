import { errorNumbers, type PlantField } from '@plant-store/schema';
import { emptyValues, parseNewPlant } from '../new-plant-form.ts';
import type { NewRow } from '../queue/queued-plant.ts';

/** A row for the queue: its plant as the form would read it, or its text with the problems that the form would show. */
export function rowOfCells(cells: Partial<Record<PlantField, string>>): NewRow {
  const values = { ...emptyValues, ...cells };
  const { plant, problems } = parseNewPlant(values);
  if (plant) return { plant };
  return {
    plant: values,
    refusal: {
      error: errorNumbers.invalidField,
      message: '',
      problems: Object.entries(problems).map(([field, message]) => ({ pointer: `/${field}`, message })),
    },
  };
}
