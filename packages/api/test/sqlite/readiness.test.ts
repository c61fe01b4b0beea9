import { expect, test, vi } from 'vitest';
import { startStore } from '../store.ts';

test('/readyz of a promoted store names no host and no database; the log names both', async () => {
  const lines: string[] = [];
  const { url, rows } = await startStore({
    logger: { level: 'error', stream: { write: (line: string) => void lines.push(line) } },
  });
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  // The seal that `npm run promote` leaves on a store.
  await rows(`CREATE TRIGGER "plant_store_seal_INSERT_plants" BEFORE INSERT ON "plants"
    BEGIN SELECT RAISE(ABORT, 'plant-store: moved to db.example.com:5432/garden'); END`);
  const answer = await vi.waitUntil(async () => {
    const one = await fetch(`${url}/readyz`);
    return one.status === 503 && one;
  });
  expect(await answer.text()).not.toMatch(/db\.example\.com|5432|garden/);
  expect(lines.join()).toContain('the store has moved to the database db.example.com:5432/garden');
});
