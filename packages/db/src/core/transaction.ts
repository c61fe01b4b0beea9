import type { Prisma, PrismaClient } from '../../generated/sqlite/client/client.ts';
import { type Engine, runStepsAsync, type Steps, textOf } from './sql.ts';
import { waitTimeoutMs } from './unavailable.ts';

/** Prisma Client within a transaction. */
export type Transaction = Prisma.TransactionClient;

/**
 * Prisma's limit for a transaction that waits, longer than any large import. The store refuses such a transaction
 * earlier.
 */
const waitMs = 60 * 60_000;

/** Runs `work` in a transaction. @throws the error of `work`, or a fault of the store */
export const runTransaction = <Result>(
  prisma: PrismaClient,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> =>
  prisma
    .$transaction((tx) => work(tx).catch(unpack), { maxWait: waitMs, timeout: waitTimeoutMs })
    .catch(unpack);

/** Runs steps of hand-written SQL within a transaction of Prisma Client. */
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

/**
 * Carries a fault of the store through Prisma Client (7.10), which wraps errors with a code, and does not change
 * others.
 */
export class CarriedFault extends Error {
  constructor(fault: Error) {
    super(fault.message, { cause: fault });
  }
}

/** For `$extends`: unpacks faults of the store. */
export const faultUnpacking = {
  query: {
    $allOperations: <Args>({ args, query }: { args: Args; query: (args: Args) => Promise<unknown> }) =>
      query(args).catch(unpack),
  },
};

/** @throws the fault in an error of Prisma Client, or else the error itself */
function unpack(cause: unknown): never {
  throw cause instanceof CarriedFault ? cause.cause : cause;
}
