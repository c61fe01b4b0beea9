/**
 * A fault of the store on its way through Prisma Client, which (7.10) makes an error of its own of any that has a code,
 * and leaves others alone.
 */
export class Carried extends Error {
  readonly fault: Error;

  constructor(fault: Error) {
    super(fault.message);
    this.fault = fault;
  }
}

/** For `$extends`: a fault of the store comes out of Prisma Client as it went in. */
export const unpacking = {
  query: {
    $allOperations: <Args>({ args, query }: { args: Args; query: (args: Args) => Promise<unknown> }) =>
      query(args).catch(unpack),
  },
};

/** @throws the fault that an error of Prisma Client carries, or the error */
export function unpack(cause: unknown): never {
  throw cause instanceof Carried ? cause.fault : cause;
}
