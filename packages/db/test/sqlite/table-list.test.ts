import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tables } from '../../src/core/models.ts';
import { tablesOf } from '../../table-list.ts';
import { connect, newFolder, newStore } from '../store.ts';
import { isOfSearch } from '../testing.ts';

test('a backup compares every table and column of a store, in the order of the primary key', async () => {
  const { path } = await newStore();
  const connection = connect(path);
  const names = connection
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('_prisma_migrations') ORDER BY name`,
    )
    .pluck()
    .all() as string[];
  type Column = { name: string; pk: bigint };
  const inDatabase = names
    .filter((name) => !isOfSearch(name))
    .map((name) => {
      const columns = connection.prepare('SELECT name, pk FROM pragma_table_info(?)').all(name) as Column[];
      const key = columns.filter(({ pk }) => pk > 0n).sort((a, b) => Number(a.pk - b.pk));
      return {
        name,
        key: key.map((column) => column.name),
        columns: columns.map((column) => column.name).sort(),
      };
    });
  const inModels = tables
    .map(({ columns, ...table }) => ({ ...table, columns: Object.keys(columns).sort() }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  expect(inModels).toEqual(inDatabase);
});

test('a new model is read with its names, a key of several columns, every kind and braces', async () => {
  const folder = newFolder();
  const own = join(import.meta.dirname, '../..');
  const provider = JSON.stringify(`"${process.execPath}" "${join(own, 'table-list.ts')}"`);
  const schema = join(folder, 'schema.prisma');
  writeFileSync(
    schema,
    `datasource db {
  provider = "sqlite"
}

generator tables {
  provider = ${provider}
  output   = "./tables.ts"
}

model Order {
  line    Int
  plantId BigInt   @map("plant_id") // which
  labels  String   @default("{}")
  price   Float?
  isPaid  Boolean  @default(false)
  note    Bytes
  at      DateTime @default(now())
  plant   Plant    @relation(fields: [plantId], references: [id])

  @@id([plantId, line])
  @@map("orders")
}

model Plant {
  id     BigInt  @id
  orders Order[]
}
`,
  );
  execFileSync(join(own, 'node_modules/.bin/prisma'), ['generate', '--schema', schema], {
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' },
  });
  expect((await import(join(folder, 'tables.ts'))).tables).toEqual([
    {
      name: 'orders',
      key: ['plant_id', 'line'],
      columns: {
        line: 'Int',
        plant_id: 'BigInt',
        labels: 'String',
        price: 'Float',
        isPaid: 'Boolean',
        note: 'Bytes',
        at: 'DateTime',
      },
    },
    { name: 'Plant', key: ['id'], columns: { id: 'BigInt' } },
  ]);
});

test('a column of an unknown kind is an error', () => {
  const fields = [{ name: 'extra', kind: 'scalar', type: 'Json', isId: false }];
  expect(() => tablesOf([{ name: 'Plant', dbName: null, fields, primaryKey: null }])).toThrow(
    /Plant\.extra: .* the kind Json/,
  );
});
