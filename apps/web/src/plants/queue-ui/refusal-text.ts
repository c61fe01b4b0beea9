import { plantFields } from '@plant-store/schema';
import { isError } from '../../api/attempt.ts';
import { sentence } from '../../api/sentence.ts';
import { labels } from '../new-plant-form.ts';
import type { QueuedPlant } from '../queue/queued-plant.ts';
import { texts } from './texts.ts';

export function refusalText({ plant, refusal }: QueuedPlant): string {
  if (!refusal) return '';
  if (refusal.holder !== undefined) return texts.idTaken(String(plant.id), refusal.holder);
  if (isError(refusal, 'internal')) return texts.failed;
  const parts = plantFields.flatMap((field) =>
    refusal.problems
      .filter(({ pointer }) => pointer === `/${field}`)
      .map(({ message }) => sentence(message, labels[field])),
  );
  return parts.length > 0 ? parts.join(' ') : sentence(refusal.message);
}
