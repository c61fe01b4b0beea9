import type { StoredPlant } from '@plant-store/schema';
import { type PlantPages, rowsOf } from './list-queries.ts';

/** The plant goes before the one that followed it, or appears later if the list is not loaded to that place. */
export function withPutBack(now: PlantPages, then: PlantPages, plant: StoredPlant): PlantPages {
  const order = rowsOf(then).map(({ id }) => id);
  const place = order.indexOf(plant.id);
  const present = new Set(rowsOf(now).map(({ id }) => id));
  if (place === -1 || present.has(plant.id)) return now;
  const next = order.slice(place + 1).find((id) => present.has(id));
  if (next === undefined && now.pages.at(-1)?.nextCursor !== then.pages.at(-1)?.nextCursor) return now;
  const isThere = ({ id }: StoredPlant) => id === next;
  const page =
    next === undefined ? now.pages.length - 1 : now.pages.findIndex(({ items }) => items.some(isThere));
  return {
    ...now,
    pages: now.pages.map((one, index) => {
      if (index !== page) return one;
      const at = next === undefined ? one.items.length : one.items.findIndex(isThere);
      return { ...one, items: [...one.items.slice(0, at), plant, ...one.items.slice(at)] };
    }),
  };
}
