import type { Prisma } from '../../generated/sqlite/client/client.ts';

/** Whether Prisma Client refused a row of this model because another one has the same unique value (P2002). */
export function isTaken(cause: unknown, model: Prisma.ModelName): boolean {
  const { code, meta } = cause as { code?: unknown; meta?: { modelName?: unknown } };
  return code === 'P2002' && meta?.modelName === model;
}
