import { dirname } from 'node:path';
import { StoreError } from '@plant-store/schema/errors';
import type { Database } from 'better-sqlite3';
import { resolveLinks } from '../../files/file-identity.ts';
import { mayBeLocked } from '../../files/folder-lock.ts';

export type Seal = { state: 'moving' | 'moved'; to: string };

const prefix = 'plant_store_seal_';
const messagePrefix = 'plant-store: ';

/** Makes a store read-only for every process, within a transaction: once committed, triggers refuse every write. */
export function putSeal(connection: Database, { state, to }: Seal) {
  removeSeal(connection);
  const text = `${messagePrefix}${state} to ${to}`.replaceAll("'", "''");
  for (const table of tablesOf(connection))
    for (const operation of ['INSERT', 'UPDATE', 'DELETE'])
      connection.exec(
        `CREATE TRIGGER "${prefix}${operation}_${table}" BEFORE ${operation} ON "${table}" BEGIN SELECT RAISE(ABORT, '${text}'); END`,
      );
}

export function removeSeal(connection: Database) {
  for (const { name } of sealTriggers(connection)) connection.exec(`DROP TRIGGER "${name}"`);
}

export function sealOf(connection: Database): Seal | undefined {
  const text = /RAISE\(ABORT, '((?:[^']|'')*)'\)/.exec(sealTriggers(connection)[0]?.sql ?? '')?.[1];
  return text === undefined ? undefined : read(text.replaceAll("''", "'"));
}

/** Changes the tables of a store, and seals the new tables again if the store is sealed. */
export function withoutSeal<Result>(connection: Database, change: () => Result): Result {
  const seal = sealOf(connection);
  if (seal) removeSeal(connection);
  const result = change();
  if (seal) putSeal(connection, seal);
  return result;
}

export function sealFaultOf(cause: unknown, connection: Database): StoreError | undefined {
  const { code, message } = cause as { code?: unknown; message?: string };
  const seal = code === 'SQLITE_CONSTRAINT_TRIGGER' && read(message ?? '');
  if (!seal) return undefined;
  const phase = phaseOf(seal, connection);
  return new StoreError('unavailable', `${refusal[phase]}: ${texts[phase](databaseText(seal.to))}`, {
    cause,
    headers: { 'Retry-After': retryAfterSeconds[phase] },
  });
}

export function readOnlyText(connection: Database): string | undefined {
  const seal = sealOf(connection);
  return seal && texts[phaseOf(seal, connection)](databaseText(seal.to));
}

/** A killed promotion (`aborted`) leaves the same seal as a running one. */
type Phase = Seal['state'] | 'aborted';

/** The phase of a move. A promotion keeps the lock of the folder until the seal is removed or complete. */
function phaseOf({ state }: Seal, connection: Database): Phase {
  if (state === 'moved' || mayBeLocked(dirname(resolveLinks(connection.name)))) return state;
  // The promotion may have completed just now.
  return sealOf(connection)?.state === 'moved' ? 'moved' : 'aborted';
}

/**
 * Refuses a moved store, whose reads miss changes, and that of a killed promotion; a running promotion is no fault.
 * @throws StoreError for unknown callers; its cause names the other database
 */
export function assertInUse(connection: Database) {
  const seal = sealOf(connection);
  const phase = seal && phaseOf(seal, connection);
  if (seal && phase && phase !== 'moving')
    throw new StoreError('unavailable', texts[phase](databaseText()), {
      cause: new Error(texts[phase](databaseText(seal.to))),
      headers: { 'Retry-After': retryAfterSeconds[phase] },
    });
}

const texts: Record<Phase, (database: string) => string> = {
  moving: (database) =>
    `the store is moving to ${database} and is read-only meanwhile; if no "npm run promote" is running, run it again, or "npm run promote -- --cancel"`,
  aborted: (database) =>
    `the promotion to ${database} was interrupted, and the store is read-only; run "npm run promote" again, or "npm run promote -- --cancel"`,
  moved: (database) =>
    `the store has moved to ${database} and is read-only here; set DATABASE_URL to that database and restart`,
};

const databaseText = (to?: string) => (to === undefined ? 'another database' : `the database ${to}`);

const refusal: Record<Phase, string> = {
  moving: 'nothing was stored, try again in a minute',
  aborted: 'nothing was stored',
  moved: 'nothing was stored',
};
/** The time after which a client should retry. A million rows move in half a minute; other phases need a person. */
const retryAfterSeconds: Record<Phase, string> = { moving: '10', aborted: '60', moved: '60' };

function read(text: string): Seal | undefined {
  const [, state, to] = /^plant-store: (moving|moved) to (.*)$/s.exec(text) ?? [];
  return to === undefined ? undefined : { state: state as Seal['state'], to };
}

const tablesOf = (connection: Database): string[] =>
  connection
    .prepare<[], string>(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
       AND name NOT GLOB 'sqlite_*' AND name <> '_prisma_migrations'`,
    )
    .pluck()
    .all();

const sealTriggers = (connection: Database) =>
  connection
    .prepare<[string], { name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name GLOB ?`,
    )
    .all(`${prefix}*`);
