import { Client, type QueryConfig } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { plants } from '../../src/index.ts';
import { newStore } from '../store.ts';
import { connectTo } from '../testing.ts';

/** The query plans (EXPLAIN) of the statements that `run` sends. */
async function plansOf(url: string, run: () => Promise<unknown>): Promise<string[]> {
  const sent = vi.spyOn(Client.prototype, 'query');
  await run();
  const statements = sent.mock.calls.map(([config]) => config as unknown as QueryConfig);
  sent.mockRestore();
  const client = await connectTo(url);
  onTestFinished(() => client.end());
  const plans: string[] = [];
  for (const { text, values } of statements.filter((config) => config.text?.includes('"plants"'))) {
    const { rows } = await client.query(`EXPLAIN ${text}`, values);
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
  }
  return plans;
}

test('each page is read along the index without sorting, even a late page', async () => {
  const { db, url, rows } = await newStore();
  await rows(
    `INSERT INTO plants (id, name, tag, added_at) SELECT n, 'plant', NULL, n FROM generate_series(1, 20000) AS n`,
  );
  await rows('ANALYZE plants');
  const plans = await plansOf(url, async () => {
    const { next } = await plants.list(db, { limit: 50 });
    await plants.list(db, { limit: 50, after: next });
    await plants.list(db, { limit: 50, after: { key: 100n, id: 100n } });
  });
  expect(plans).toHaveLength(3);
  for (const plan of plans) {
    expect(plan).toContain('Index Scan Backward using plants_added_at_id_idx');
    expect(plan).not.toContain('Sort');
  }
  // The row comparison starts the index scan; it is not a filter on all earlier rows.
  expect(plans[2]).toContain('Index Cond: (ROW(added_at, id) <');
});

test('equal pages that wait for their turn are read once, and later ones again', async () => {
  const { db } = await newStore();
  await plants.create(db, { id: 1n, name: 'Fern' });
  const sent = vi.spyOn(Client.prototype, 'query');
  onTestFinished(() => sent.mockRestore());
  const pages = Array.from({ length: 40 }, (_, n) =>
    plants.list(db, { limit: 50 }, { caller: `caller ${n}` }),
  );
  const other = plants.list(db, { limit: 50, sort: 'name' }, { caller: 'caller 1' });
  for (const page of await Promise.all([...pages, other]))
    expect(page.plants).toEqual([{ id: 1n, name: 'Fern' }]);
  const reads = sent.mock.calls.filter(([config]) =>
    (config as unknown as QueryConfig).text?.includes('FROM "plants" AS "p"'),
  );
  // Seven have their turn at once, the others wait.
  expect(reads).toHaveLength(9);
  await plants.create(db, { id: 2n, name: 'Moss' });
  expect((await plants.list(db, { limit: 50 })).plants).toHaveLength(2);
});
