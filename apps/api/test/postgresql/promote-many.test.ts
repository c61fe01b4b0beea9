import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Server } from '../child-process.ts';
import type { Site } from '../project.ts';
import { newPromotion, type Promotion, readPages } from './promotion.ts';

const count = 200_000;

/** Names and tags at the limits of their lengths, and some that only SQLite distinguishes. */
const texts = [
  '🌿'.repeat(100),
  'x'.repeat(200),
  'e\u0301 \u00e9 \u1e9b\u0323 \u0928\u093f',
  '👩🏽‍🌾 👨‍👩‍👧‍👦 🇮🇹',
  '\\N',
  '\\',
  '{a,"b",NULL}',
  'NULL',
  "O'Brien; DROP TABLE plants; --",
  '\u202eevitaler\u202c',
  '\ufeffBOM',
  '\u{10ffff}\uffff',
  '%s $1 {x} `',
];
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Plants with ids from all of int64, stored in another order, and a few tokens and sessions. */
async function fill({ here }: Promotion) {
  await here(`
    WITH RECURSIVE "n"("i") AS (SELECT 0 UNION ALL SELECT "i" + 1 FROM "n" WHERE "i" < ${count - 5 - texts.length})
    INSERT INTO "plants" ("id", "name", "tag", "folded", "added_at")
    SELECT ("i" - 500000) * 18446744073709, 'plant ' || "i" || ' 🌿é',
      CASE "i" % 3 WHEN 0 THEN NULL WHEN 1 THEN '' ELSE 'tag ' || "i" END, ' plant ' || "i",
      1700000000000000 + ("i" * 7919) % 1000003
    FROM "n"`);
  const rows = ['-9223372036854775808', '-9007199254740993', '9007199254740993', '9223372036854775807'].map(
    (id) => `(${id}, 'edge', NULL, ${id})`,
  );
  for (const [index, text] of texts.entries())
    rows.push(`(${index + 1}, ${quoted(text)}, ${quoted(text)}, ${index})`);
  await here(`INSERT INTO "plants" ("id", "name", "tag", "added_at") VALUES ${rows.join()}`);
  // Otherwise the start of the old store would first prepare these plants for the search.
  await here(`UPDATE "plants" SET "folded" = ' edge' WHERE "folded" = ''`);
  await here('DELETE FROM "words_due"');
  await here(`UPDATE "words_mark" SET "added_at" = 9223372036854775807`);
  await here(`INSERT INTO "tokens" ("id", "name", "hash", "scope", "created_us", "expires_us", "revoked_us", "actor_id") VALUES
    ('B', 'Ünï 🌿', 'h1', 'plants:read plants:write', 1709251199999000, NULL, 1735689600001000, 0),
    ('a', 'clerk', 'h2', 'admin', 0, 253402300799999000, NULL, 0),
    ('é', 'clerk', 'h3', 'admin', 1711852200120000, NULL, 1711852200120000, 0)`);
  await here(`
    WITH RECURSIVE "n"("i") AS (SELECT 0 UNION ALL SELECT "i" + 1 FROM "n" WHERE "i" < 999)
    INSERT INTO "sessions" SELECT substr('aZ_-', "i" % 4 + 1, 1) || "i", 'a', 1748779200500000, 4070908800000000 FROM "n"`);
}

/** The peak memory of a process until its end, in MB; 0 on systems without /proc. */
function watchMemory({ child, ended }: Server) {
  const peak = { megabytes: 0 };
  const look = () => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      // The system has no figure for an ended process.
      const kilobytes = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0);
      peak.megabytes = Math.max(peak.megabytes, kilobytes / 1024);
    } catch {}
  };
  const timer = setInterval(look, 100);
  void ended.then(() => clearInterval(timer));
  return peak;
}

test('200,000 plants are equal in PostgreSQL, and the promotion uses a heap of at most 48 MiB', async () => {
  const promotion = await newPromotion();
  await fill(promotion);
  // The plants alone need more memory.
  const run = promotion.begin({ NODE_OPTIONS: '--max-old-space-size=48' });
  const peak = watchMemory(run);
  const { exitCode, stdout, stderr } = await run.ended;
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(run.written()).toMatch(
    /^copying … \d+ % \([\d,]+ rows of 201,007 rows, [\d,]+ rows\/s, .* left\)$/m,
  );
  expect(stdout).toMatch(/^plants +200,000 +[0-9a-f]{64}$/m);
  // Buffers are outside the heap.
  expect(peak.megabytes).toBeLessThan(450);

  // This comparison does not use the code of the promotion.
  for (const sql of same) expect(await promotion.there(sql), sql).toEqual(await promotion.here(sql));
  expect(await promotion.there(`SELECT created_us AS at FROM tokens WHERE id = 'B'`)).toEqual([
    { at: 1_709_251_199_999_000n },
  ]);
  const old = await promotion.serve();
  const next = await promotion.serve(promotion.to);
  const path = '/plants?limit=200';
  const pages = async (server: Site) =>
    (await readPages(server, promotion.token, path, 20)).map(({ body }) => body);
  expect(await pages(next)).toEqual(await pages(old));
});

/** The answers that must be equal on both engines. */
const same = [
  `SELECT id, name, tag, added_at FROM plants WHERE id BETWEEN 1 AND ${texts.length} ORDER BY id`,
  `SELECT id, name, tag, added_at FROM plants WHERE name = 'edge' ORDER BY id`,
  `SELECT count(*) AS rows, count(tag) AS tags, min(id) AS first, max(id) AS last, CAST(max(length(name)) AS BIGINT) AS longest FROM plants`,
  `SELECT id % 1009 AS part, count(*) AS rows, CAST(sum(added_at % 1000003) AS BIGINT) AS stamps FROM plants GROUP BY 1 ORDER BY 1`,
  `SELECT count(*) AS empty FROM plants WHERE tag = ''`,
  'SELECT id, name, hash, scope FROM tokens ORDER BY hash',
  'SELECT hash, token_id FROM sessions ORDER BY CAST(substr(hash, 2) AS BIGINT)',
];
