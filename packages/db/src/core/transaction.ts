import { type Engine, runStepsAsync, type Steps, textOf } from '@plant-store/engine';
import type { Prisma } from '../../generated/sqlite/client/client.ts';

export type Transaction = Prisma.TransactionClient;

export const runWithin = <Result>(engine: Engine, tx: Transaction, steps: Steps<Result>): Promise<Result> =>
  runStepsAsync(steps, (statement) =>
    tx.$queryRawUnsafe<unknown[]>(
      textOf(statement, (index) => (engine === 'sqlite' ? '?' : `$${index}`)),
      ...statement.values,
    ),
  );

/** True if Prisma Client refused a row of this model because of an existing unique value (P2002). */
export function isUniqueViolation(cause: unknown, model: Prisma.ModelName): boolean {
  const { code, meta } = cause as { code?: unknown; meta?: { modelName?: unknown } };
  return code === 'P2002' && meta?.modelName === model;
}
