import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { ColumnKind, Table } from '@plant-store/backup';

// Writes the tables for backups. Prisma sends a generator JSON-RPC, and reads the answers from its standard error.

type Field = { name: string; dbName?: string | null; kind: string; type: string; isId: boolean };
type Model = {
  name: string;
  dbName: string | null;
  fields: Field[];
  primaryKey: { fields: string[] } | null;
};

const kinds: string[] = [
  'BigInt',
  'Int',
  'Float',
  'String',
  'Boolean',
  'DateTime',
  'Bytes',
] satisfies ColumnKind[];

/** The tables of models, in their order. @throws Error for a column of a type that a backup cannot compare */
export const tablesOf = (models: Model[]): Table[] =>
  models.map(({ name, dbName, fields, primaryKey }) => {
    const columns = fields.filter(({ kind }) => kind !== 'object');
    const unknown = columns.find(({ type }) => !kinds.includes(type));
    if (unknown)
      throw new Error(
        `${name}.${unknown.name}: content-hash.ts cannot compare values of the kind ${unknown.type} yet`,
      );
    const key = primaryKey?.fields ?? columns.filter(({ isId }) => isId).map((column) => column.name);
    return {
      name: dbName ?? name,
      key: key.map((part) => columns.find((column) => column.name === part)).map(columnOf),
      columns: Object.fromEntries(columns.map((field) => [columnOf(field), field.type as ColumnKind])),
    };
  });

const columnOf = (field?: Field) => field?.dbName ?? field?.name ?? '';

type Params = {
  generator: { output: { value: string } };
  dmmf: { datamodel: { models: Model[] } };
};

const answers: Record<string, (params: Params) => unknown> = {
  getManifest: () => ({ manifest: {} }),
  generate: ({ generator, dmmf }) => {
    const tables = JSON.stringify(tablesOf(dmmf.datamodel.models), undefined, 2);
    writeFileSync(
      generator.output.value,
      `import type { Table } from '@plant-store/backup';\n\nexport const tables: Table[] = ${tables};\n`,
    );
    return null;
  },
};

if (import.meta.main)
  for await (const line of createInterface({ input: process.stdin })) {
    const { method, params, id } = JSON.parse(line);
    const answer = (outcome: object) =>
      process.stderr.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...outcome })}\n`);
    try {
      answer({ result: answers[method]?.(params) });
    } catch (cause) {
      answer({ error: { code: -32_000, message: (cause as Error).message, data: {} } });
    }
    if (method === 'generate') process.exit();
  }
