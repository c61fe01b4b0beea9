import type { Prisma, PrismaClient } from '../../generated/sqlite/client/client.ts';
import { unpack } from './carried.ts';
import type { Engine } from './engine.ts';
import { textOf } from './statement.ts';
import { patienceMs } from './unavailable.ts';
import { answerSteps, type Steps } from './unit.ts';

/** Prisma Client within a transaction: what it writes is stored together, or not at all. */
export type Transaction = Prisma.TransactionClient;

/**
 * Who waits for a transaction to begin is refused by the store itself, which knows why; Prisma's own limit only has to be
 * longer than that, also while a large import is stored.
 */
const waitMs = 60 * 60_000;

/** Runs `work` in a transaction of Prisma Client. @throws what it throws, or a fault of the store */
export const runTransaction = <Result>(
  prisma: PrismaClient,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> =>
  prisma.$transaction((tx) => work(tx).catch(unpack), { maxWait: waitMs, timeout: patienceMs }).catch(unpack);

/** Runs steps of hand-written SQL within a transaction of Prisma Client. */
export const runWithin = <Result>(engine: Engine, tx: Transaction, steps: Steps<Result>): Promise<Result> =>
  answerSteps(steps, (statement) =>
    tx.$queryRawUnsafe<unknown[]>(
      textOf(statement, (index) => (engine === 'sqlite' ? '?' : `$${index}`)),
      ...statement.values,
    ),
  );
