import { waitTimeoutMs } from './waiting.ts';

/** Prisma's limit for a transaction that waits, longer than any large import. The store refuses it earlier. */
const waitMs = 60 * 60_000;

export type TransactingClient<Transaction> = {
  $transaction<Result>(
    work: (tx: Transaction) => Promise<Result>,
    options: { maxWait: number; timeout: number },
  ): Promise<Result>;
};

export const runTransaction = <Transaction, Result>(
  prisma: TransactingClient<Transaction>,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> =>
  prisma
    .$transaction((tx) => work(tx).catch(unpack), { maxWait: waitMs, timeout: waitTimeoutMs })
    .catch(unpack);

/** Carries a fault of the store through Prisma Client (7.10), which wraps errors that have a code. */
export class CarriedFault extends Error {
  constructor(fault: Error) {
    super(fault.message, { cause: fault });
  }
}

/** For `$extends` of each client on an adapter of this package: unpacks faults of the store. */
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
