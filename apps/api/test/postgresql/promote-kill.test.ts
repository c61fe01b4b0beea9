import SqliteConnection from 'better-sqlite3';
import { describe, expect, test, vi } from 'vitest';
import type { Site } from '../project.ts';
import { add } from '../requests.ts';
import { blockAt, expectLogHolds, newPromotion, type Promotion, readPages } from './promotion.ts';

/** Begins a promotion and kills it at a certain moment. */
const moments: [title: string, killThere: (promotion: Promotion) => Promise<void>][] = [
  ['before the first row', (promotion) => killAt(promotion, 'plants')],
  ['after all plants are copied', (promotion) => killAt(promotion, 'tokens')],
  ['after the commit in PostgreSQL, before the store records it', killAfterCommit],
];

async function killAt(promotion: Promotion, table: string) {
  const block = await blockAt(promotion, table);
  const run = promotion.begin();
  await block.reached();
  run.child.kill('SIGKILL');
  await run.ended;
  await block.release();
  // PostgreSQL ends the transaction when it notices the end of its client.
  await vi.waitFor(
    async () =>
      expect(
        await promotion.there(`SELECT FROM pg_stat_activity WHERE application_name = 'plant-store promote'
          AND datname = current_database()`),
      ).toEqual([]),
    { interval: 50 },
  );
  expect(await promotion.countThere()).toBe(0);
}

async function killAfterCommit(promotion: Promotion) {
  const block = await blockAt(promotion, 'tokens');
  const run = promotion.begin();
  await block.reached();
  // The store is sealed by now; this lock blocks the last write, which records the promotion.
  const other = new SqliteConnection(promotion.from.replace('file:', ''));
  other.exec('BEGIN IMMEDIATE');
  await block.release();
  await vi.waitFor(async () => {
    expect(await promotion.countThere()).toBeGreaterThan(0);
    expect((await promotion.told()).there).toEqual([`store.promote ${promotion.place}`]);
  });
  run.child.kill('SIGKILL');
  await run.ended;
  other.close();
}

describe.each(moments)('a promotion after kill -9 %s', (_title, killThere) => {
  const begin = async <T extends Site>(serve: (promotion: Promotion) => Promise<T>) => {
    const promotion = await newPromotion();
    await promotion.fill(300);
    const server = await serve(promotion);
    const before = await readPages(server, promotion.token);
    await killThere(promotion);
    return { ...promotion, server, before };
  };

  const expectSealed = async ({ token }: Promotion, server: Site) => {
    const { status, retryAfter, message } = await add(server, token, 1_000);
    expect([status, retryAfter]).toEqual([503, '60']);
    expect(message).toMatch(
      /was interrupted.* run "npm run promote" again, or "npm run promote -- --cancel"/,
    );
  };

  test('leaves a complete store; its start names the next step, and --cancel makes it writable', async () => {
    const promotion = await begin(({ start }) => start());
    await expectSealed(promotion, promotion.server);
    promotion.server.child.kill('SIGTERM');
    await promotion.server.ended;
    const again = await promotion.start();
    const line = `Nothing can be written: the promotion to the database ${promotion.place} was interrupted, and the store is read-only`;
    await vi.waitFor(() => expect(again.written()).toContain(line));
    await expectSealed(promotion, again);
    expect(await readPages(again, promotion.token)).toEqual(promotion.before);
    expect(await promotion.promote(['--cancel'])).toEqual({
      exitCode: 0,
      stdout: 'The store is writable again; a running server needs no restart.\n',
      stderr: '',
    });
    expect((await promotion.told()).here).toEqual([`store.cancelPromotion ${promotion.place}`]);
    expect((await add(again, promotion.token, 1_000)).status).toBe(200);
    expect(await promotion.here('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  });

  test('is completed once by a repeated command', async () => {
    const promotion = await begin(({ serve }) => serve());
    // The pending entry of a running server.
    await promotion.there(`INSERT INTO audit_pending (at, action) VALUES (1, 'refusals.unknownToken')`);
    expect(await promotion.promote()).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await promotion.told()).toEqual({ here: [], there: [`store.promote ${promotion.place}`] });
    expect(await promotion.there('SELECT action FROM audit_pending WHERE at = 1')).toHaveLength(1);
    await expectLogHolds(promotion.to);
    const next = await promotion.serve(promotion.to);
    expect(await readPages(next, promotion.token)).toEqual(promotion.before);
  });
});
