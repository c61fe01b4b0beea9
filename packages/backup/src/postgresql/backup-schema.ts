import { spawnSync } from 'node:child_process';
import { StartError } from '@plant-store/engine';

/** Older backups hold all schemas of their database. @param wanted one of several @throws StartError if none fits */
export function schemaOfBackup(tool: string, backup: string, wanted: string | undefined): string {
  const { stdout, stderr } = spawnSync(tool, ['--list', backup], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  // A line of the list: 3342; 0 16386 TABLE DATA public _prisma_migrations owner.
  const lines = (stdout ?? '').matchAll(/^\d+; \d+ \d+ TABLE DATA (.+) _prisma_migrations /gm);
  const schemas = [...lines].map(([, name = '']) => name);
  const [first, ...others] = schemas;
  if (wanted !== undefined && schemas.includes(wanted)) return wanted;
  if (first !== undefined && others.length === 0) return first;
  throw new StartError(
    first === undefined
      ? `The backup ${backup} holds no store. ${(stderr ?? '').trim().split('\n')[0]}`.trim()
      : `The backup ${backup} holds the stores of several schemas (${schemas.join(', ')}); name one with schema= in the address.`,
  );
}
