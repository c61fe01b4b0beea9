import { StoreError } from '@plant-store/schema/errors';
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
import { CarriedFault } from '../core/prisma.ts';
import { diskFaultOf } from '../files/fault.ts';
import type { Query, ResultTable, Shape } from './connection/prepared-statements.ts';
import type { Writer } from './writer/writer.ts';

const info = { provider: 'sqlite', adapterName: 'plant-store' } as const;

type Run = (query: Query, shape: Shape) => Promise<unknown>;
type Parts = {
  read: Run;
  isRead(sql: string): boolean;
  writer: Pick<Writer, 'write' | 'begin'>;
};

/** Reads use the read connection. A write resolves when it is on disk, and is refused if too many wait. */
export function driverAdapter({ read, isRead, writer }: Parts): SqlDriverAdapterFactory {
  const adapterQueries = queryable((query, shape) =>
    isRead(query.sql) ? read(query, shape) : writer.write(query, shape),
  );
  const adapter: SqlDriverAdapter = {
    ...adapterQueries,
    async startTransaction() {
      const { run, end } = await writer.begin().catch(rethrow);
      const transactionQueries = queryable(run);
      const script = (sql: string) =>
        transactionQueries.executeRaw({ sql, args: [], argTypes: [] }).then(() => undefined);
      return {
        ...transactionQueries,
        // The writer itself begins and ends the transaction.
        options: { usePhantomQuery: true },
        commit: () => end(true).catch(rethrow),
        rollback: () => end(false).catch(rethrow),
        createSavepoint: (name) => script(`SAVEPOINT ${name}`),
        rollbackToSavepoint: (name) => script(`ROLLBACK TO ${name}`),
        releaseSavepoint: (name) => script(`RELEASE ${name}`),
      } satisfies Transaction;
    },
    executeScript: () => Promise.reject(new Error('Prisma runs no migrations here (see migrations.ts)')),
    getConnectionInfo: () => ({ supportsRelationJoins: false }),
    // The store itself closes its connections.
    dispose: () => Promise.resolve(),
  };
  return { ...info, connect: () => Promise.resolve(adapter) };
}

function queryable(run: Run): SqlQueryable {
  const toQuery = ({ sql, args, argTypes }: SqlQuery): Query => ({
    sql,
    args: args.map((arg, index) => toSqlite(arg, argTypes[index])),
  });
  return {
    ...info,
    queryRaw: (query) =>
      run(toQuery(query), 'table').then((table) => resultSet(table as ResultTable), rethrow),
    executeRaw: (query) => run(toQuery(query), 'count').catch(rethrow) as Promise<number>,
  };
}

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

const columnTypes: Record<string, ColumnType> = {
  INTEGER: ColumnTypeEnum.Int64,
  BIGINT: ColumnTypeEnum.Int64,
  TEXT: ColumnTypeEnum.Text,
  BLOB: ColumnTypeEnum.Bytes,
  REAL: ColumnTypeEnum.Double,
};

function resultSet({ columns, rows }: ResultTable): SqlResultSet {
  return {
    columnNames: columns.map(({ name }) => name),
    columnTypes: columns.map(({ type }, index) => columnTypes[type ?? ''] ?? typeOf(rows, index)),
    rows: rows.map((row) => row.map(toPrisma)),
  };
}

function typeOf(rows: unknown[][], index: number): ColumnType {
  const value = rows.find((row) => row[index] !== null)?.[index];
  if (typeof value === 'string') return ColumnTypeEnum.Text;
  if (typeof value === 'number') return ColumnTypeEnum.Double;
  return value instanceof Uint8Array ? ColumnTypeEnum.Bytes : ColumnTypeEnum.Int64;
}

/** Converts a value for Prisma, which reads an int64 from its digits. */
const toPrisma = (value: unknown) => (typeof value === 'bigint' ? String(value) : value);

/** @throws a fault of the store, or an error of SQLite in the form that Prisma expects */
function rethrow(cause: unknown): never {
  const fault = cause instanceof StoreError ? cause : diskFaultOf(cause);
  if (fault) throw new CarriedFault(fault);
  const { code, message } = cause as { code?: unknown; message: string };
  if (typeof code !== 'string' || !code.startsWith('SQLITE_')) throw cause;
  throw new DriverAdapterError({
    originalCode: code,
    originalMessage: message,
    ...mapConstraint(code, message),
  });
}

/** The kind of constraint that refused a write (sqlite.org/rescode.html). */
function mapConstraint(code: string, message: string): MappedError {
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
