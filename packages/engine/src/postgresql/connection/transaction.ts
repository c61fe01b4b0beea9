import type { ClientBase, QueryConfig } from 'pg';
import { runStepsAsync, type Statement, type Unit } from '../../core/sql.ts';
import { rolledBackFaultOf, serverFaultKind, writeFaultOf } from './fault.ts';
import { createPreparer } from './prepared-statements.ts';

const triesMax = 5;
const restMs = 50;

export type LeasedClient = ClientBase & {
  release(isBroken?: boolean): void;
  /** How long a commit may wait, if the connection has no time limit for each statement. */
  commitMs?: number;
};

type Tools = {
  /** Reserves a connection for one transaction. `release(true)` discards the connection. */
  lease(): Promise<LeasedClient>;
  prepare(statement: Statement): QueryConfig;
  begin?: string;
  onCommit?(seconds: number): void;
};

/** Runs units, each in a transaction. @throws the unit's error, or a StoreError that says what may be stored */
export function createTransactor({
  lease,
  prepare,
  begin = 'BEGIN',
  onCommit,
}: Tools): <Result>(unit: Unit<Result>) => Promise<Result> {
  async function attempt<Result>(unit: Unit<Result>): Promise<Result> {
    const startedAt = performance.now();
    const client = await lease();
    let result: Result;
    try {
      await client.query(begin);
      result = await runStepsAsync(
        unit(),
        async (statement) => (await client.query(prepare(statement))).rows,
      );
      await commit(client);
    } catch (cause) {
      // A connection that cannot roll back is discarded; then the server rolls its work back. A lost one would not answer.
      client.release(isLost(cause) || !(await rollBack(client)));
      throw cause;
    }
    client.release();
    onCommit?.((performance.now() - startedAt) / 1000);
    return result;
  }

  return (unit) => withRetries(() => attempt(unit));
}

/** Runs a unit in a transaction on this connection, which stays open. */
export const transactOn = <Result>(client: ClientBase, unit: Unit<Result>): Promise<Result> => {
  const lease = async () => Object.assign(client, { release: () => undefined });
  return createTransactor({ lease, prepare: createPreparer() })(unit);
};

/** Retries a conflicting transaction that the server has aborted, up to five times. @throws a StoreError for a fault */
export async function withRetries<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (cause) {
      if (tries === triesMax || !isConflict(cause)) throw rolledBackFaultOf(cause) ?? cause;
    }
    await new Promise((resolve) => setTimeout(resolve, restMs * Math.random()));
  }
}

async function commit(client: LeasedClient) {
  const statement = { text: 'COMMIT', query_timeout: client.commitMs };
  try {
    await client.query(statement);
  } catch (cause) {
    throw isConflict(cause) ? cause : (writeFaultOf(cause) ?? cause);
  }
}

const isLost = (cause: unknown): boolean =>
  serverFaultKind((cause as { cause?: unknown }).cause ?? cause) === 'lost';

const rollBack = (client: ClientBase): Promise<boolean> =>
  client.query('ROLLBACK').then(
    () => true,
    () => false,
  );

export const isConflict = (cause: unknown): boolean =>
  ['40001', '40P01'].includes(String((cause as { code?: unknown }).code));
