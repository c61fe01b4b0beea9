import type { ClientBase, QueryConfig } from 'pg';
import type { Statement } from '../engine/statement.ts';
import { answerSteps, type Unit } from '../engine/unit.ts';
import { undoneFaultOf, writeFaultOf } from './fault.ts';

/** How often a unit is tried that met with another one, after rests of up to so many milliseconds. */
const triesMax = 5;
const restMs = 50;

export type Leased = ClientBase & { release(isBroken?: boolean): void };

type Tools = {
  /** A connection for the time of one transaction; `release` tells whether it is to be given up. */
  lease(): Promise<Leased>;
  prepare(statement: Statement): QueryConfig;
  /** The statement that a transaction begins with. */
  begin?: string;
  /** Is told how long each transaction took that was committed. */
  onCommit?(seconds: number): void;
};

/**
 * Runs units, each in a transaction of its own.
 * @throws what the unit throws, or a StoreError for a fault of the server that says whether anything may be stored
 */
export function transactor({
  lease,
  prepare,
  begin = 'BEGIN',
  onCommit,
}: Tools): <Result>(unit: Unit<Result>) => Promise<Result> {
  async function attempt<Result>(unit: Unit<Result>): Promise<Result> {
    const begun = performance.now();
    const client = await lease();
    let result: Result;
    try {
      await client.query(begin);
      result = await answerSteps(unit(), async (statement) => (await client.query(prepare(statement))).rows);
      await commit(client);
    } catch (cause) {
      // A connection that cannot even undo is given up, and the server undoes what was done over it.
      client.release(!(await undo(client)));
      throw cause;
    }
    client.release();
    onCommit?.((performance.now() - begun) / 1000);
    return result;
  }

  return (unit) => retrying(() => attempt(unit));
}

/**
 * Does it again, up to five times, where two transactions met and the server gave up this one.
 * @throws a StoreError for a fault of the server
 */
export async function retrying<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (cause) {
      if (tries === triesMax || !metAnother(cause)) throw undoneFaultOf(cause) ?? cause;
    }
    await new Promise((resolve) => setTimeout(resolve, restMs * Math.random()));
  }
}

async function commit(client: ClientBase) {
  try {
    await client.query('COMMIT');
  } catch (cause) {
    throw metAnother(cause) ? cause : (writeFaultOf(cause) ?? cause);
  }
}

const undo = (client: ClientBase): Promise<boolean> =>
  client.query('ROLLBACK').then(
    () => true,
    () => false,
  );

/** Whether two transactions met, and the server gave up this one: a deadlock, or what it cannot put in an order. */
export const metAnother = (cause: unknown): boolean =>
  ['40001', '40P01'].includes(String((cause as { code?: unknown }).code));
