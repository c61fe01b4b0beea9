import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const kinds = ['BigInt', 'Int', 'Float', 'String', 'Boolean', 'DateTime', 'Bytes'] as const;

/** The Prisma type of a column, the same on each engine. */
export type ColumnKind = (typeof kinds)[number];

/** A table: its columns in the order of the models, and the columns of its primary key. */
export type ModelTable = { name: string; key: string[]; columns: Record<string, ColumnKind> };

/**
 * All tables of the models, so that a backup includes new tables automatically.
 * @throws Error for a column of a type that cannot be compared
 */
export function modelTables(): ModelTable[] {
  const file = join(import.meta.dirname, '../../../../prisma/models.prisma');
  return tablesOf(readFileSync(file, 'utf8'));
}

/** The tables of a Prisma schema; see `modelTables`. */
export function tablesOf(schema: string): ModelTable[] {
  const models = [...schema.replaceAll(/\/\/.*$/gm, '').matchAll(/^model (\w+) \{\n([^}]*)^\}/gm)];
  const names = models.map(([, name]) => name);
  return models.map(([, name = '', body = '']) => readModel(name, body, names));
}

function readModel(model: string, body: string, models: (string | undefined)[]): ModelTable {
  const fields = [...body.matchAll(/^ +(\w+) +(\w+)(?:\?|\[\])?(.*)$/gm)]
    .map(([, field = '', kind = '', attributes = '']) => ({
      field,
      kind,
      attributes,
      column: mapped(attributes) ?? field,
    }))
    .filter(({ kind }) => !models.includes(kind));
  const columnOf = (name: string) => fields.find(({ field }) => field === name)?.column ?? name;
  const together = /@@id\(\[([^\]]+)\]/.exec(body)?.[1]?.split(/[ ,]+/).map(columnOf);
  const alone = fields.filter(({ attributes }) => /@id\b/.test(attributes)).map(({ column }) => column);
  return {
    name: mapped(/@@map\([^)]*\)/.exec(body)?.[0]) ?? model,
    key: together ?? alone,
    columns: Object.fromEntries(fields.map(({ column, kind }) => [column, knownKind(model, column, kind)])),
  };
}

const mapped = (attributes = '') => /@map\("([^"]+)"\)/.exec(attributes)?.[1];

function knownKind(model: string, column: string, kind: string): ColumnKind {
  const known = kinds.find((one) => one === kind);
  if (!known)
    throw new Error(`${model}.${column}: content-hash.ts cannot compare values of the kind ${kind} yet`);
  return known;
}
