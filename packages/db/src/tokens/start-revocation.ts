// SQL by hand: on PostgreSQL the last entries wait in a table without a model (docs/decisions/0006).
import { compose, forever, query, raw, type Steps } from '@plant-store/engine';
import { runWithin, type Transaction } from '../core/transaction.ts';
import type { Database } from '../handle/database.ts';
import type { Token } from './token.ts';

/** The longest time between the two entries, in microseconds: a start waits at most so long between its two steps. */
const apartMax = 5_000_000n;

/** A start revokes just after another made it, and as nobody: a person has an actor, the token command an address. */
export const wasRevokedByStart = (db: Database, tx: Transaction, token: Token): Promise<boolean> =>
  runWithin(db.engine, tx, isRevokedByStart(db, token));

type Line = { action: string; at: bigint; isByNobody: unknown };

function* isRevokedByStart({ engine }: Pick<Database, 'engine'>, { name, scopes }: Token): Steps<boolean> {
  const lines = (table: string, order: string) => compose`
    SELECT "action", "at", "actor_id" IS NULL AND "address" IS NULL AND "request_id" IS NULL AS "isByNobody",
      ${raw(order)} AS "order" FROM ${raw(table)}
    WHERE "action" IN ('tokens.create', 'tokens.revoke', 'tokens.restore')
      AND "subject" IN (${name}, ${`${name}: ${scopes.join(' ')}`})`;
  const all =
    engine === 'sqlite'
      ? lines('"audit_entries"', '"number"')
      : compose`${lines('"audit_entries"', '"number"')} UNION ALL ${lines('"audit_pending"', `"id" + ${forever}`)}`;
  const [last, before] = yield* query<Line>(compose`${all} ORDER BY "order" DESC LIMIT 2`);
  if (last?.action !== 'tokens.revoke' || before?.action !== 'tokens.create') return false;
  return Boolean(last.isByNobody) && last.at - before.at <= apartMax;
}
