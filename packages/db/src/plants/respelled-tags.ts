// SQL by hand: a unit changes up to 1,000 plants (docs/decisions/0006).

import { compose, now, query, type Steps, sql, unitOfWork } from '@plant-store/engine';
import { storedTag } from '@plant-store/schema/without-zod';
import { record } from '../audit/record.ts';
import type { Database } from '../handle/database.ts';
import type { Version } from './version.ts';
import { versionColumns } from './version-reads.ts';
import { batchMax, replaceVersions } from './version-writes.ts';

const name = 'respelled-tags';

/**
 * Gives stored tags today's spelling, as an earlier version kept spaces of other kinds. Each changed plant keeps its
 * version. Processes may share the work, and a later call continues it.
 * @param pieces the number of pieces in this call
 * @param signal ends it after the current piece
 */
export async function respellTags(
  db: Database,
  { pieces = Number.POSITIVE_INFINITY, signal }: { pieces?: number; signal?: AbortSignal } = {},
): Promise<void> {
  if (db.readOnlyReason || (await db.prisma.upgradeStep.findUnique({ where: { name } }))) return;
  let after: string | undefined = '';
  for (let done = 0; after !== undefined && done < pieces && !signal?.aborted; done++)
    after = await db.transact(respellUnit, { after });
}

const tagsMax = 1_000;

/** Gives the tag after which the next piece begins, if any. @public the write thread finds this unit by its name */
export const respellUnit = unitOfWork(
  import.meta.url,
  'respellUnit',
  function* ({ after }: { after: string }, { engine }): Steps<string | undefined> {
    const tags = yield* tagsAfter(after);
    const olds: Version[] = [];
    for (const tag of tags.filter((one) => storedTag(one) !== one)) {
      if (olds.length === batchMax) break;
      olds.push(...(yield* plantsWith(tag, batchMax - olds.length)));
    }
    if (olds.length > 0) {
      const pairs = olds.map((old) => ({ old, to: { ...old, tag: storedTag(old.tag ?? '') || null } }));
      const changed = yield* replaceVersions(engine, pairs, { time: yield* now(engine) });
      // An entry for each plant, as there is no receipt that leads to the plants.
      const eventOf = (id: bigint) =>
        ({ action: 'plants.respellTags', subject: String(id), by: {} }) as const;
      yield* record(engine, ...[...changed].map(eventOf));
      return after;
    }
    if (tags.length === tagsMax) return tags.at(-1);
    yield sql`
      INSERT INTO "upgrade_steps" ("name", "done_at") VALUES (${name}, ${yield* now(engine)}) ON CONFLICT DO NOTHING`;
    return undefined;
  },
);

/** The next tags in use. Each is one lookup in the index, as a store may have a million plants with few tags. */
function* tagsAfter(after: string): Steps<string[]> {
  const found = yield* query<{ tag: string }>(sql`
    WITH RECURSIVE "found" ("tag") AS (
      SELECT min("tag") FROM "plants" WHERE "tag" > ${after}
      UNION ALL
      SELECT (SELECT min("plants"."tag") FROM "plants" WHERE "plants"."tag" > "found"."tag")
      FROM "found" WHERE "found"."tag" IS NOT NULL)
    SELECT "tag" FROM "found" WHERE "tag" IS NOT NULL LIMIT ${BigInt(tagsMax)}`);
  return found.map(({ tag }) => tag);
}

const plantsWith = (tag: string, limit: number): Steps<Version[]> =>
  query<Version>(compose`
    SELECT ${versionColumns} FROM "plants" WHERE "plants"."tag" = ${tag} LIMIT ${BigInt(limit)}`);
