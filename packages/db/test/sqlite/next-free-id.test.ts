import { textOf } from '@plant-store/engine';
import { int64Max } from '@plant-store/schema';
import { expect, test, vi } from 'vitest';
import { plants } from '../../src/index.ts';
import { connect, newStore } from '../store.ts';

test('if the highest id is taken, the next free id is near others, and is found without a scan', async () => {
  const { db, path, rows } = await newStore();
  await rows(`INSERT INTO "plants" ("id", "name", "folded", "added_at")
    WITH RECURSIVE "n"("i") AS (SELECT 1 UNION ALL SELECT "i" + 1 FROM "n" WHERE "i" < 5000)
    SELECT "i", 'Fern', ' fern', "i" FROM "n"`);
  const asked = vi.spyOn(db, 'query');
  expect(await plants.nextFreeId(db)).toBe(5001n);
  await rows(`UPDATE "plants" SET "id" = ${int64Max} WHERE "id" = 2500`);
  expect(await plants.nextFreeId(db)).toBe(5001n);
  const statements = asked.mock.calls.map(([statement]) => statement);
  expect(statements.length).toBeGreaterThan(2);
  const connection = connect(path);
  for (const statement of statements) {
    const plan = connection
      .prepare(`EXPLAIN QUERY PLAN ${textOf(statement, () => '?')}`)
      .all(statement.values);
    expect(plan.map((step) => (step as { detail: string }).detail)).not.toContainEqual(
      expect.stringMatching(/SCAN plants/),
    );
  }
});
