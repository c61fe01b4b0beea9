import { StoreError } from '@plant-store/schema/plain';
import {
  type ArgType,
  type ColumnType,
  ColumnTypeEnum,
  DriverAdapterError,
  type MappedError,
  type SqlDriverAdapter,
  type SqlDriverAdapterFactory,
  type SqlQuery,
  type SqlQueryable,
  type SqlResultSet,
  type Transaction,
} from '@prisma/driver-adapter-utils';
import { Carried } from '../engine/carried.ts';
import type { Writer } from '../sqlite-write/writer.ts';
import { faultOf } from './fault.ts';
import type { Query, Shape, Table } from './prepared-statements.ts';

const info = { provider: 'sqlite', adapterName: 'plant-store' } as const;

type Run = (query: Query, shape: Shape) => Promise<unknown>;
type Parts = {
  /** Runs a statement that only reads. */
  read: Run;
  isRead(sql: string): boolean;
  writer: Pick<Writer, 'write' | 'begin'>;
};

/**
 * Prisma's driver for the store: what reads is answered on the connection for reads, all else goes through the writer, so
 * that what Prisma Client writes is serialized, committed in groups, on disk when its promise resolves, and refused when
 * too much waits.
 */
export function driverAdapter({ read, isRead, writer }: Parts): SqlDriverAdapterFactory {
  const outside = queryable((query, shape) =>
    isRead(query.sql) ? read(query, shape) : writer.write(query, shape),
  );
  const adapter: SqlDriverAdapter = {
    ...outside,
    async startTransaction() {
      const { run, end } = await writer.begin().catch(raise);
      const within = queryable(run);
      const script = (sql: string) =>
        within.executeRaw({ sql, args: [], argTypes: [] }).then(() => undefined);
      return {
        ...within,
        // The writer has begun it, and ends it.
        options: { usePhantomQuery: true },
        commit: () => end(true).catch(raise),
        rollback: () => end(false).catch(raise),
        createSavepoint: (name) => script(`SAVEPOINT ${name}`),
        rollbackToSavepoint: (name) => script(`ROLLBACK TO ${name}`),
        releaseSavepoint: (name) => script(`RELEASE ${name}`),
      } satisfies Transaction;
    },
    executeScript: () => Promise.reject(new Error('Prisma runs no migrations here (see migrations.ts)')),
    getConnectionInfo: () => ({ supportsRelationJoins: false }),
    // Whoever opened the connections closes them.
    dispose: () => Promise.resolve(),
  };
  return { ...info, connect: () => Promise.resolve(adapter) };
}

function queryable(run: Run): SqlQueryable {
  const asked = ({ sql, args, argTypes }: SqlQuery): Query => ({
    sql,
    args: args.map((arg, index) => toSqlite(arg, argTypes[index])),
  });
  return {
    ...info,
    queryRaw: (query) => run(asked(query), 'table').then((table) => resultSet(table as Table), raise),
    executeRaw: (query) => run(asked(query), 'count').catch(raise) as Promise<number>,
  };
}

/** A value as SQLite keeps it; Prisma gives large numbers, times and bytes as text. */
function toSqlite(arg: unknown, type: ArgType | undefined): unknown {
  if (typeof arg === 'boolean') return arg ? 1 : 0;
  if (typeof arg !== 'string') return arg;
  switch (type?.scalarType) {
    case 'int':
    case 'bigint':
      return BigInt(arg);
    case 'float':
    case 'decimal':
      return Number(arg);
    case 'bytes':
      return Buffer.from(arg, 'base64');
    default:
      return arg;
  }
}

/** By the types that the migrations declare. */
const columnTypes: Record<string, ColumnType> = {
  // SQLite's INTEGER is an int64, whatever Prisma calls Int.
  INTEGER: ColumnTypeEnum.Int64,
  BIGINT: ColumnTypeEnum.Int64,
  TEXT: ColumnTypeEnum.Text,
  BLOB: ColumnTypeEnum.Bytes,
  REAL: ColumnTypeEnum.Double,
};

function resultSet({ columns, rows }: Table): SqlResultSet {
  return {
    columnNames: columns.map(({ name }) => name),
    columnTypes: columns.map(({ type }, index) => columnTypes[type ?? ''] ?? typeOf(rows, index)),
    rows: rows.map((row) => row.map(toPrisma)),
  };
}

/** The type of an expression, which SQLite declares none for: that of its first value. */
function typeOf(rows: unknown[][], index: number): ColumnType {
  const value = rows.find((row) => row[index] !== null)?.[index];
  if (typeof value === 'string') return ColumnTypeEnum.Text;
  if (typeof value === 'number') return ColumnTypeEnum.Double;
  return value instanceof Uint8Array ? ColumnTypeEnum.Bytes : ColumnTypeEnum.Int64;
}

/** Prisma takes no bigint; it reads one from its digits. */
const toPrisma = (value: unknown) => (typeof value === 'bigint' ? String(value) : value);

/** @throws a fault of the store as Prisma lets it through, or what SQLite says as Prisma's error for that */
function raise(cause: unknown): never {
  const fault = cause instanceof StoreError ? cause : faultOf(cause);
  if (fault) throw new Carried(fault);
  const { code, message } = cause as { code?: unknown; message: string };
  if (typeof code !== 'string' || !code.startsWith('SQLITE_')) throw cause;
  throw new DriverAdapterError({ originalCode: code, originalMessage: message, ...mapped(code, message) });
}

/** What kind of refusal that is (sqlite.org/rescode.html). */
function mapped(code: string, message: string): MappedError {
  const [, names = ''] = message.split('constraint failed: ');
  const fields = names.split(', ').map((name) => name.slice(name.lastIndexOf('.') + 1));
  switch (code) {
    case 'SQLITE_CONSTRAINT_UNIQUE':
    case 'SQLITE_CONSTRAINT_PRIMARYKEY':
      return { kind: 'UniqueConstraintViolation', constraint: { fields } };
    case 'SQLITE_CONSTRAINT_NOTNULL':
      return { kind: 'NullConstraintViolation', constraint: { fields } };
    case 'SQLITE_CONSTRAINT_FOREIGNKEY':
      return { kind: 'ForeignKeyConstraintViolation', constraint: { foreignKey: {} } };
    default:
      return { kind: 'sqlite', extendedCode: 1, message };
  }
}
