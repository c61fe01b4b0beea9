/** A table, in a form that both a migrated database and the models can have. Lists are sorted. */
export type Table = { columns: string[]; indexes: string[]; foreignKeys: string[] };

/** The SQL type of each Prisma type, for each engine. */
const sqlTypes = {
  sqlite: { BigInt: 'BIGINT', String: 'TEXT', DateTime: 'DATETIME', Bytes: 'BLOB' },
  postgresql: {
    BigInt: 'bigint',
    String: 'text',
    DateTime: 'timestamp(3) without time zone',
    Bytes: 'bytea',
  },
} satisfies Record<string, Record<string, string>>;
type Engine = keyof typeof sqlTypes;

/**
 * The tables of a Prisma schema, in the types of an engine. It supports only the syntax of prisma/models.prisma, and
 * throws on any other, so that nothing there is ignored.
 */
export function tablesOf(schema: string, engine: Engine): Record<string, Table> {
  const models = [...schema.replaceAll(/\/\/.*$/gm, '').matchAll(/^(\w+) (\w+) \{\n([^}]*)^\}/gm)].map(
    ([, kind, name, body]) => {
      if (kind !== 'model') throw new Error(`${kind} ${name}: this check knows models alone`);
      return readModel(name ?? '', body ?? '');
    },
  );
  return Object.fromEntries(models.map((model) => [model.table, describe(model, models, sqlTypes[engine])]));
}

type Field = { name: string; type: string; suffix: string; attributes: Map<string, string> };
type Model = { name: string; table: string; fields: Field[]; attributes: [string, string][] };

function readModel(name: string, body: string): Model {
  const lines = body.split('\n').map((line) => line.trim());
  const fields = lines.flatMap((line) => {
    const [, field, type, suffix, rest] = /^(\w+)\s+(\w+)(\?|\[\])?(.*)$/.exec(line) ?? [];
    if (!field && line !== '' && !line.startsWith('@@'))
      throw new Error(`${name}: this check cannot read "${line}"`);
    return field
      ? [{ name: field, type: type ?? '', suffix: suffix ?? '', attributes: new Map(attributesOf(rest)) }]
      : [];
  });
  const attributes = lines
    .filter((line) => line.startsWith('@@'))
    .flatMap((line) => attributesOf(line.slice(1)));
  for (const [word] of [...attributes, ...fields.flatMap((field) => [...field.attributes])])
    if (!['id', 'unique', 'map', 'relation', 'index'].includes(word))
      throw new Error(`${name}: this check does not know @${word}`);
  return { name, table: unquoted(new Map(attributes).get('map')) ?? name, fields, attributes };
}

const attributesOf = (text = ''): [string, string][] =>
  [...text.matchAll(/@([\w.]+)(?:\(((?:[^()]|\([^()]*\))*)\))?/g)].map(([, word, words]) => [
    word ?? '',
    words ?? '',
  ]);

const unquoted = (text: string | undefined) => text?.replaceAll('"', '');
const columnOf = ({ name, attributes }: Field) => unquoted(attributes.get('map')) ?? name;

function describe(
  { fields, attributes, table }: Model,
  models: Model[],
  types: Record<string, string>,
): Table {
  const stored = fields.filter(({ type }) => !models.some(({ name }) => name === type));
  const columns = (list = '', of = fields) =>
    list
      .replaceAll(/[[\] ]/g, '')
      .split(',')
      .map((name) => columnOf(of.find((field) => field.name === name) as Field));
  const keys = attributes.filter(([word]) => word === 'id').flatMap(([, list]) => columns(list));
  const index = (list: string) => `${table}_${columns(list).join('_')}_idx (${columns(list).join(', ')})`;
  return {
    columns: stored
      .map((field) => {
        const isNullable = field.suffix === '?' ? '' : ' NOT NULL';
        return `${columnOf(field)} ${types[field.type] ?? field.type}${isNullable}${field.attributes.has('id') || keys.includes(columnOf(field)) ? ' PRIMARY KEY' : ''}`;
      })
      .sort(),
    indexes: [
      ...attributes.filter(([word]) => word === 'index').map(([, list]) => index(list)),
      ...stored
        .filter((field) => field.attributes.has('unique'))
        .map((field) => `${table}_${columnOf(field)}_key (${columnOf(field)}) UNIQUE`),
    ].sort(),
    foreignKeys: fields.flatMap((field) => {
      const [, from, to, onDelete] =
        /fields: (\[.*?\]), references: (\[.*?\]), onDelete: (\w+)/.exec(
          field.attributes.get('relation') ?? '',
        ) ?? [];
      const other = models.find(({ name }) => name === field.type);
      // Such a relation is for queries only (see models.prisma).
      return from && other && onDelete !== 'NoAction'
        ? [
            `${columns(from)} -> ${other.table}.${columns(to, other.fields)} ON DELETE ${onDelete?.toUpperCase()}`,
          ]
        : [];
    }),
  };
}
