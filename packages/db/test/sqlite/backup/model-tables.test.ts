import { expect, test } from 'vitest';
import { modelTables, tablesOf } from '../../../src/backup/model-tables.ts';
import { connect, newStore } from '../../store.ts';
import { isOfSearch } from '../../testing.ts';

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
  const inModels = modelTables()
    .map(({ columns, ...table }) => ({ ...table, columns: Object.keys(columns).sort() }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  expect(inModels).toEqual(inDatabase);
});

test('a new model is read with its names, a key of several columns and every kind', () => {
  const schema = `
model Order {
  plantId BigInt   @map("plant_id") // which
  line    Int
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
`;
  expect(tablesOf(schema)).toEqual([
    {
      name: 'orders',
      key: ['plant_id', 'line'],
      columns: {
        plant_id: 'BigInt',
        line: 'Int',
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
  expect(() => tablesOf('model Plant {\n  id BigInt @id\n  extra Json\n}\n')).toThrow(
    /Plant\.extra: .* the kind Json/,
  );
});
