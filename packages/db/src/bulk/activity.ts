import { raw } from '@plant-store/engine';
import type { Activity } from '@plant-store/schema';
import { chainPending } from '../audit/pending.ts';
import type { Database } from '../handle/database.ts';
import { blockStart, type Group, groupsBefore, withFacts } from './additions.ts';
import { byIds, receiptActions } from './receipts.ts';

export { addedPlants, getAdditions } from './additions.ts';

/** The maximum numbers of blocks per page, each of which is a query of milliseconds, and of those before the first item. */
const blocksMax = 20;
const emptyMax = 100;

type Found = Group & { receipt: string | null };

/**
 * What was done with plants: receipts, and single additions in groups, newest first, from before the audit entry `before`.
 * The last entry of each decides, so that a group which grows moves up, and is never on two pages. A page may have fewer,
 * or none, although more follow.
 */
export async function list(
  db: Database,
  { limit, before }: { limit: number; before?: bigint | undefined },
): Promise<{ items: Activity[]; next: bigint | undefined }> {
  // On PostgreSQL writes of the last second wait to be chained.
  if (before === undefined) await chainPending(db);
  const found: Found[] = [];
  const end = await endOf(db);
  let next = before === undefined || before > end ? end : before;
  const isFull = (blocks: number) =>
    found.length >= limit || blocks >= (found.length > 0 ? blocksMax : emptyMax);
  for (let blocks = 0; next > 1n && !isFull(blocks); blocks++) {
    found.push(...(await db.query<Found>(groupsBefore(next, actions))));
    next = blockStart(next - 1n);
  }
  const page = found.slice(0, limit);
  if (found.length > limit) next = page.at(-1)?.last ?? next;
  return { items: await itemsOf(db, page), next: next > 1n ? next : undefined };
}

const actions = raw(receiptActions.map((action) => `'${action}'`).join(', '));

async function endOf({ prisma }: Database): Promise<bigint> {
  const head = await prisma.auditHead.findFirst({ select: { number: true } });
  return (head?.number ?? 0n) + 1n;
}

async function itemsOf(db: Database, page: Found[]): Promise<Activity[]> {
  const [receipts, additions] = await Promise.all([
    byIds(
      db,
      page.flatMap(({ receipt }) => idIn(receipt) ?? []),
    ),
    withFacts(
      db,
      page.filter(({ receipt }) => receipt === null),
    ),
  ]);
  const ofGroup = new Map(additions.map((group) => [group.id, group]));
  return page.flatMap(
    ({ first, receipt }) => (receipt === null ? ofGroup.get(first) : receipts.get(idIn(receipt) ?? 0n)) ?? [],
  );
}

/** The number in `receipt 7`. */
function idIn(subject: string | null): bigint | undefined {
  const [, digits] = /^receipt (\d{1,18})$/.exec(subject ?? '') ?? [];
  return digits === undefined ? undefined : BigInt(digits);
}
