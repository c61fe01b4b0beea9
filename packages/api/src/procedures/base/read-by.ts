import type { ReadBy } from '@plant-store/db';
import type { Caller } from '../../auth/caller.ts';
import type { Context } from '../../context/context.ts';

/** The caller of a read, for the order of reads. */
export const readByOf = ({ caller, isExport }: Pick<Context, 'isExport'> & { caller: Caller }): ReadBy => ({
  caller: caller.id,
  isExport,
});
