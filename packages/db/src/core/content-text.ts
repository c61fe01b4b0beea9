import { countText } from '@plant-store/engine';

/** A repetition of the last audit entry, and steps of upgrades. */
const uncounted = ['audit_head', 'upgrade_steps'];

/** The content of the tables of a store, without empty ones: `12,000 plants, 1 token`. */
export function contentText(tables: { name: string; count: number }[]): string {
  const filled = tables.filter(({ name, count }) => count > 0 && !uncounted.includes(name));
  if (filled.length === 0) return 'nothing';
  return filled
    .map(({ name, count }) => countText(count, inEnglish(singularOf(name)), inEnglish(name)))
    .join(', ');
}

const singularOf = (table: string): string =>
  table === 'people' ? 'person' : table.replace(/ies$/, 'y').replace(/s$/, '');

const inEnglish = (name: string): string => name.replaceAll('_', ' ');
