import type { QueuedPlant } from '../queue/queued-plant.ts';

/** A pasted row may lack the name. */
export const nameOf = ({ plant }: QueuedPlant): string => plant.name || String(plant.id);
