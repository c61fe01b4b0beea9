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
