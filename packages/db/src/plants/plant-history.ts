import { dateOf, forever } from '@plant-store/engine';
import type { PlantChange as ChangeInJson } from '@plant-store/schema';
import type { Prisma } from '../../generated/sqlite/client/client.ts';
import { toActor } from '../core/actors.ts';
import type { Database } from '../handle/database.ts';
import { changes, toStoredPlant } from './version.ts';

export type PlantChange = Omit<ChangeInJson, 'at'> & { at: Date };

const withActorAndReceipt = {
  actor: true,
  receipt: { select: { kind: true, file: true } },
} satisfies Prisma.PlantInclude;
type Row = Omit<
  Prisma.PlantVersionGetPayload<{ include: typeof withActorAndReceipt }>,
  'plantId' | 'purgedAt'
> & {
  id: bigint;
};

/** Up to `limit` changes of a plant before the timestamp `before`, newest first, and the start of the next page. */
export async function list(
  db: Database,
  id: bigint,
  { limit, before = forever }: { limit: number; before?: bigint | undefined },
): Promise<{ changes: PlantChange[]; next: bigint | undefined }> {
  // One more row gives the version before the last listed change.
  const rows = (await versions(db, id, before, limit + 1)).slice(0, limit + 1);
  const page = rows.slice(0, limit);
  return {
    changes: page.map((row, index) => toChange(row, rows[index + 1])),
    next: rows.length > limit ? page.at(-1)?.changedAt : undefined,
  };
}

/** Reads the current version first. After a concurrent change the list has it too, and leaves the duplicate out. */
async function versions({ prisma }: Database, id: bigint, before: bigint, take: number): Promise<Row[]> {
  const plant = await prisma.plant.findUnique({ where: { id }, include: withActorAndReceipt });
  const present = plant && {
    ...plant,
    changedAt: plant.changedAt ?? plant.addedAt,
    change: plant.change ?? 0n,
  };
  const end = present && present.changedAt < before ? present.changedAt : before;
  const earlier = await prisma.plantVersion.findMany({
    where: { plantId: id, changedAt: { lt: end } },
    include: withActorAndReceipt,
    orderBy: { changedAt: 'desc' },
    take,
  });
  const rows = earlier.map(({ plantId, ...version }) => ({ ...version, id: plantId }));
  return present && present.changedAt < before ? [present, ...rows] : rows;
}

const nameOf = Object.fromEntries(Object.entries(changes).map(([name, number]) => [String(number), name]));

function toChange(row: Row, earlier: Row | undefined): PlantChange {
  const { actor, receiptId, receipt, line } = row;
  const change = nameOf[String(row.change)] as PlantChange['change'];
  return {
    at: dateOf(row.changedAt),
    change,
    by: actor ? toActor(actor) : undefined,
    receipt:
      receiptId === null
        ? undefined
        : {
            id: receiptId,
            kind: receipt?.kind ?? '',
            ...(receipt?.file && { file: receipt.file }),
            ...(line !== null && { line: Number(line) }),
          },
    // A new plant with the id of a deleted one has no earlier version.
    before: change === 'created' ? undefined : earlier && toStoredPlant(earlier),
    plant: toStoredPlant(row),
  };
}
