import { auditLog, openDatabase } from '@plant-store/db';
import { newDatabase, rowsOf } from '@plant-store/db/testing';
import { expect, inject, vi } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';
import type { Server } from '../child-process.ts';
import type { Outcome } from '../outcome.ts';
import { newProject, type Site } from '../project.ts';
import { firstToken, send } from '../requests.ts';

/** The password that no output may contain. */
export const password = new URL(inject('postgresql')).password;

/** A project with an SQLite store from a first start, and an empty database as its target. */
export async function newPromotion() {
  const project = newProject();
  const from = `file:${project.path('data/plants.db')}`;
  // Each project has its own database, as a test puts triggers on its tables.
  const to = await newDatabase();
  const settings = { DATABASE_URL: from };
  // Prepares the store like a first start, without a process.
  await (await openStore({ ...settings, DATABASE_CONNECTIONS: 1 })).close();
  const there = (sql: string) => rowsOf(to, sql);
  const here = (sql: string) => rowsOf(from, sql);
  return {
    project,
    from,
    to,
    /** The name of the target in messages, without the password. */
    place: to.replace(/^.*@/, ''),
    token: firstToken(project),
    start: () => project.start({ DATABASE_URL: from, LOG_LEVEL: 'silent' }),
    /** Serves the store, or another one, in the process of the test. */
    serve: (url = from) => project.serve({ DATABASE_URL: url }),
    /** Promotes the store in the process of the test. */
    promote: (words: string[] = ['--to', to]) => project.promote(words, settings),
    /** Begins a promotion in a process of its own. */
    begin: (more: Record<string, string> = {}): Server =>
      project.begin('promote', ['--to', to], { ...settings, ...more }),
    here,
    there,
    /** The entries about the stores in both audit logs. */
    told: async () => ({
      here: (await here(`SELECT ${toldText} FROM audit_entries ${ofStores}`)).map(({ text }) => text),
      there: (
        await there(
          `SELECT ${toldText} FROM audit_entries ${ofStores} UNION ALL SELECT ${toldText} FROM audit_pending ${ofStores}`,
        )
      ).map(({ text }) => text),
    }),
    /** The number of rows in the target, once its tables exist. */
    countThere: async () =>
      Number(
        (
          await there(`SELECT (SELECT count(*) FROM plants) + (SELECT count(*) FROM tokens)
              + (SELECT count(*) FROM audit_entries) + (SELECT count(*) FROM audit_pending) AS n`)
        )[0]?.n,
      ),
    /** Adds `count` plants. */
    fill: (count: number) =>
      here(`
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
        INSERT INTO plants (id, name, tag, added_at) SELECT i, 'plant ' || i, NULL, 1700000000000000 + i * 7919 % 1000003 FROM n`),
    /** Runs `body` (PL/pgSQL) in the target for each row that enters a table; `timing` says when. */
    async onInsert(table: string, body: string, timing = 'BEFORE INSERT') {
      // Creates the tables first, like a failed earlier promotion.
      await (await openDatabase(to)).close();
      await there(`CREATE FUNCTION at_insert() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} END $$`);
      const kind = timing.startsWith('AFTER') ? 'CONSTRAINT TRIGGER' : 'TRIGGER';
      const deferred = timing.startsWith('AFTER') ? 'DEFERRABLE INITIALLY DEFERRED' : '';
      await there(
        `CREATE ${kind} at_insert ${timing} ON ${table} ${deferred} FOR EACH ROW EXECUTE FUNCTION at_insert()`,
      );
    },
  };
}
const toldText = `action || ' ' || subject AS text`;
const ofStores = `WHERE action LIKE 'store.%'`;

/** Expects a valid audit log with all entries. */
export async function expectLogHolds(url: string) {
  const db = await openDatabase(url);
  await auditLog.chainPending(db);
  expect(await auditLog.verify(db)).toEqual({
    entries: expect.any(BigInt),
    head: expect.stringMatching(/^[0-9a-f]{64}$/),
    waiting: 0n,
  });
  await db.close();
}

export type Promotion = Awaited<ReturnType<typeof newPromotion>>;

/** Blocks the promotion before its first row in this table, until it is released. */
export async function blockAt({ onInsert, there }: Promotion, table: string) {
  await onInsert(table, 'WHILE EXISTS (SELECT FROM gate) LOOP PERFORM pg_sleep(0.02); END LOOP; RETURN NEW;');
  await there('CREATE TABLE gate AS SELECT true AS is_closed');
  return {
    release: () => there('DELETE FROM gate'),
    /** Resolves when the promotion is blocked. */
    reached: () =>
      vi.waitFor(
        async () =>
          expect(
            await there(
              `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`,
            ),
          ).not.toEqual([]),
        { interval: 50 },
      ),
  };
}

/** The pages of the list, from the first or from `path` on, up to `most` of them. */
export async function readPages(
  { url }: Site,
  token: string,
  path = '/plants?limit=200',
  most = Number.POSITIVE_INFINITY,
): Promise<{ path: string; body: string }[]> {
  const pages: { path: string; body: string }[] = [];
  for (let next: string | undefined = path; next && pages.length < most; ) {
    const page: Response = await send(url + next, token);
    pages.push({ path: next, body: await page.text() });
    next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
  }
  return pages;
}

/** Expects one line on standard error with `line` and without a password, and an exit code for a failure. */
export function expectOneLine({ exitCode, stdout, stderr }: Outcome, line: string | RegExp) {
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(stderr).toMatch(line);
  expect(stderr).not.toContain(password);
  expect(stderr).not.toContain('not-the-password');
  expect([exitCode, stdout]).toEqual([1, '']);
}

/** The triggers that seal an SQLite store. */
export const seals = `SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name GLOB 'plant_store_seal_*'`;

/** Expects an unchanged store: no seal, and a token can be made. */
export async function expectWritable({ here, project, from }: Promotion) {
  expect(await here(seals)).toEqual([]);
  const made = await project.token(['create', '--name', 'after', '--scope', 'admin', '--json'], {
    DATABASE_URL: from,
  });
  expect(made).toMatchObject({ exitCode: 0, stderr: '' });
}
