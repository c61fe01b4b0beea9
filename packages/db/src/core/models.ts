import { join } from 'node:path';
import type { Engine } from '@plant-store/engine';

export { tables } from '../../generated/tables.ts';

export const migrationsOf = (engine: Engine): string =>
  join(import.meta.dirname, `../../../../prisma/${engine}/migrations`);
