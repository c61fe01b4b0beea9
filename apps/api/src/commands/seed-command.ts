import { countText, type Database, imports, type OnProgress } from '@plant-store/db';
import { withStore } from '../store/open-store.ts';
import { type Command, type Outcome, parseWords, UsageError } from './command.ts';
import { firstId, seedPlants } from './seed-plants.ts';
import { stopOnSignal } from './stop-on-signal.ts';

const countMax = 1_000_000;

export const usage = `Usage:
  npm run seed [-- COUNT] [--json]

Adds COUNT plants to try the store with: 2000 without COUNT, at most ${countMax}. They are always the same, with ids from
${firstId} on; a plant that has such an id already stays as it is. The store may be running. Activity can undo it.
`;

/** Parses the arguments after `npm run seed --`; `undefined` for help. @throws UsageError for invalid arguments */
export function parseCommand(words: string[]): Command | undefined {
  const { values, positionals } = parseWords(words, {});
  const [count = '2000', surplus] = positionals;
  if (values.help || count === 'help') return undefined;
  const plants = plantCount(count);
  if (surplus !== undefined) throw new UsageError(`"${surplus}" is one word too many.`);
  return { perform: () => seed(plants), isJson: values.json ?? false };
}

/** @throws UsageError if the word is no number of plants */
export function plantCount(word: string): number {
  if (/^[1-9]\d{0,6}$/.test(word) && Number(word) <= countMax) return Number(word);
  throw new UsageError(`"${word}" is not a number of plants; 1 to ${countMax} are.`);
}

export function addSeedPlants(
  db: Database,
  count: number,
  options: { onProgress?: OnProgress; signal?: AbortSignal } = {},
) {
  const plants = {
    bytes: seedPlants(count),
    read: { format: 'csv' },
    duplicates: 'skip',
    isDryRun: false,
    file: 'seed.csv',
  } as const;
  return imports.run(db, plants, {}, options);
}

async function seed(count: number): Promise<Outcome> {
  const { created, skipped, id } = await withStore((db) =>
    stopOnSignal((onProgress, signal) => addSeedPlants(db, count, { onProgress, signal })),
  );
  const text = `Added ${countText(created, 'plant')}, with ids from ${firstId} on. ${countText(skipped, 'id')} had a plant already.
Next: look at the page of the store, after "npm start" if it is not running. Activity there can undo this.
`;
  return { json: { created, skipped, receipt: String(id) }, text };
}
