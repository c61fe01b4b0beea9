import type { Database } from '../database.ts';
import { dateOf, stampOf } from '../engine/stamp.ts';
import { allOf, compose, type Statement, sql, type Value } from '../engine/statement.ts';
import { hashOf } from './token-format.ts';

/** A row as better-auth has it: columns of the store's tables by name, times as dates. */
export type AuthRow = Record<string, unknown>;

/** One condition of better-auth on a column; all of several must hold. */
export type AuthCondition = { field: string; operator: string; value: unknown; connector: string };

/**
 * The tables that better-auth keeps, with those of its columns that are kept. What it would keep besides is for ways to
 * sign in that the store has not, such as the accounts of other services.
 */
const tables: Record<string, string[]> = {
  people: ['id', 'name', 'email', 'user_name', 'created_at', 'updated_at'],
  credentials: ['id', 'person_id', 'provider', 'account_id', 'password', 'created_at', 'updated_at'],
  person_sessions: ['id', 'hash', 'person_id', 'address', 'agent', 'created_at', 'updated_at', 'expires_at'],
};

const times = new Set(['created_at', 'updated_at', 'expires_at']);

/**
 * What better-auth asks of a database. The token of a session is stored as its SHA-256 alone: a copy of the store lets
 * nobody in.
 */
export function authRecords(db: Database) {
  const records = {
    async insert(table: string, row: AuthRow): Promise<void> {
      const columns = keptOf(table).filter((column) => row[column] !== undefined);
      const names = listOf(columns.map(identifier));
      const values = listOf(columns.map((column) => compose`${toStored(column, row[column])}`));
      await db.execute(compose`INSERT INTO ${identifier(table)} (${names}) VALUES (${values})`);
    },

    async select(
      table: string,
      where: AuthCondition[],
      {
        limit,
        offset = 0,
        sortBy,
      }: { limit: number; offset?: number | undefined; sortBy?: Order | undefined },
    ): Promise<AuthRow[]> {
      const rows = await db.query<AuthRow>(compose`
        SELECT ${listOf(keptOf(table).map(identifier))} FROM ${identifier(table)} WHERE ${matching(table, where)}
        ORDER BY ${orderedBy(table, sortBy)} LIMIT ${BigInt(limit)} OFFSET ${BigInt(offset)}`);
      return rows.map((row) => readable(row, where));
    },

    async update(table: string, where: AuthCondition[], changes: AuthRow): Promise<AuthRow[]> {
      const columns = keptOf(table).filter((column) => changes[column] !== undefined);
      if (columns.length === 0) return records.select(table, where, { limit: 1_000 });
      const set = listOf(
        columns.map((column) => compose`${identifier(column)} = ${toStored(column, changes[column])}`),
      );
      const rows = await db.execute<AuthRow>(compose`
        UPDATE ${identifier(table)} SET ${set} WHERE ${matching(table, where)} RETURNING ${listOf(keptOf(table).map(identifier))}`);
      return rows.map((row) => readable(row, where));
    },

    async remove(table: string, where: AuthCondition[]): Promise<AuthRow[]> {
      const rows = await db.execute<AuthRow>(compose`
        DELETE FROM ${identifier(table)} WHERE ${matching(table, where)} RETURNING ${listOf(keptOf(table).map(identifier))}`);
      return rows.map((row) => readable(row, where));
    },

    async count(table: string, where: AuthCondition[]): Promise<number> {
      const [row] = await db.query<{ count: bigint }>(compose`
        SELECT count(*) AS "count" FROM ${identifier(table)} WHERE ${matching(table, where)}`);
      return Number(row?.count ?? 0n);
    },
  };
  return records;
}

type Order = { field: string; direction: 'asc' | 'desc' };

function keptOf(table: string): string[] {
  const columns = tables[table];
  if (!columns) throw new Error(`better-auth asks for ${table}, which the store does not keep`);
  return columns;
}

/** A name of `tables` as part of a statement; never one from outside. */
const identifier = (name: string): Statement => ({
  strings: [`"${name}"`] as unknown as TemplateStringsArray,
  values: [],
});

const listOf = (parts: Statement[]): Statement =>
  parts.reduce((all, one, index) => (index === 0 ? one : compose`${all}, ${one}`), sql``);

function orderedBy(table: string, sortBy?: Order): Statement {
  if (!sortBy) return identifier('id');
  const column = identifier(known(table, sortBy.field));
  return sortBy.direction === 'asc' ? compose`${column} ASC` : compose`${column} DESC`;
}

function matching(table: string, where: AuthCondition[]): Statement {
  if (where.some(({ connector }, index) => index > 0 && connector === 'OR'))
    throw new Error('better-auth asks for one condition or another, which is not made here');
  return allOf(where.map((condition) => holds(known(table, condition.field), condition)));
}

function holds(field: string, { operator, value }: AuthCondition): Statement {
  const column = identifier(field);
  if (operator === 'in') {
    const values = (value as unknown[]).map((one) => compose`${toStored(field, one)}`);
    return values.length === 0 ? sql`1 = 0` : compose`${column} IN (${listOf(values)})`;
  }
  const sent = toStored(field, value);
  if (sent === null && operator === 'eq') return compose`${column} IS NULL`;
  if (operator === 'eq') return compose`${column} = ${sent}`;
  if (operator === 'lt') return compose`${column} < ${sent}`;
  if (operator === 'lte') return compose`${column} <= ${sent}`;
  if (operator === 'gt') return compose`${column} > ${sent}`;
  if (operator === 'gte') return compose`${column} >= ${sent}`;
  throw new Error(`better-auth asks for ${field} ${operator}, which is not made here`);
}

function known(table: string, field: string): string {
  if (keptOf(table).includes(field)) return field;
  throw new Error(`better-auth asks for ${field} of ${table}, which the store does not keep`);
}

function toStored(column: string, value: unknown): Value {
  if (value instanceof Date) return stampOf(value);
  if (typeof value === 'string') return column === 'hash' ? hashOf(value) : value;
  if (value === null) return null;
  throw new Error(`better-auth gives ${column} a value of the kind ${typeof value}, which is not stored`);
}

/** A row as it was stored; the token of a session is in it where it was asked for by that, and else nothing of it is. */
function readable({ hash, ...row }: AuthRow, where: AuthCondition[]): AuthRow {
  const token = where.find(({ field, operator }) => field === 'hash' && operator === 'eq')?.value;
  return Object.fromEntries(
    Object.entries({ ...row, ...(hash !== undefined && token !== undefined && { hash: token }) }).map(
      ([column, value]) => {
        return [column, times.has(column) && typeof value === 'bigint' ? dateOf(value) : value];
      },
    ),
  );
}
