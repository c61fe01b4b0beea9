import { randomUUID } from 'node:crypto';
import { currentTime, dateOf, timestampOf } from '@plant-store/engine';
import type { Webhook } from '@plant-store/schema';
import { StoreError, webhooksMax } from '@plant-store/schema/without-zod';
import type { Webhook as Row } from '../../generated/sqlite/client/client.ts';
import { chainPending } from '../audit/pending.ts';
import { recordWithin } from '../audit/record.ts';
import type { Transaction } from '../core/transaction.ts';
import * as events from '../events/events.ts';
import type { Initiator } from '../handle/audit-event.ts';
import type { Database } from '../handle/database.ts';
import type { IdempotentInitiator } from '../handle/idempotent-request.ts';
import { reportReplay, requestOf, withIdempotencyWithin } from '../idempotency/idempotency.ts';

export * from './delivery.ts';
export { newPlants } from './new-plants.ts';

/** A webhook, and whether it has the secret of this request; if not, and this is no repeat, it is tried again. */
export type Issued = { webhook: Webhook; isIssued: boolean; isRepeat: boolean };

/**
 * Makes a webhook. One that is off goes on with the plants from now on; one that fails tries at once.
 * @throws StoreError `badRequest` if it is on and does not fail
 */
export async function create(
  db: Database,
  { url, secret }: { url: string; secret: string },
  by: IdempotentInitiator = {},
): Promise<Issued> {
  // Otherwise plants of the last second would be new ones on PostgreSQL.
  await chainPending(db);
  const cursor = await events.head(db);
  const now = await currentTime(db);
  const outcome = await db.transaction((tx) =>
    withIdempotencyWithin(db, tx, requestOf(by), () =>
      createWithin(db, tx, { url, secret, cursor, now }, by),
    ),
  );
  const id = reportReplay(by, outcome);
  const row = (await db.prisma.webhook.findUnique({ where: { id } })) ?? notFound();
  return { webhook: toWebhook(row), isIssued: row.secret === secret, isRepeat: outcome.isReplay };
}

async function createWithin(
  db: Database,
  tx: Transaction,
  { url, secret, cursor, now }: Pick<Row, 'url' | 'secret' | 'cursor'> & { now: bigint },
  by: Initiator,
): Promise<string> {
  // Two requests at the same time would both count nine.
  if (db.engine === 'postgresql') await tx.$executeRaw`LOCK TABLE "webhooks" IN SHARE ROW EXCLUSIVE MODE`;
  const old = await tx.webhook.findUnique({ where: { url } });
  if (old && old.offAt === null) {
    if (old.failingSince === null) throw isOn(old);
    // One that has a holder is tried now.
    await tx.webhook.updateMany({ where: { id: old.id, holder: null }, data: { heldUntil: now } });
    await recordWithin(db, tx, { action: 'webhooks.retry', subject: url, by });
    return old.id;
  }
  if (!old && (await tx.webhook.count()) >= webhooksMax)
    throw new StoreError(
      'badRequest',
      `there are ${webhooksMax} webhooks already, the maximum; delete one of them`,
    );
  const { id } = await tx.webhook.upsert({
    where: { url },
    create: { id: randomUUID(), url, secret, cursor, createdAt: timestampOf(new Date()) },
    update: {
      secret,
      cursor,
      ...{ offAt: null, reason: null, failingSince: null, holder: null, heldUntil: null },
    },
  });
  await recordWithin(db, tx, { action: old ? 'webhooks.switchOn' : 'webhooks.create', subject: url, by });
  return id;
}

const isOn = ({ id }: Row) =>
  new StoreError(
    'badRequest',
    `this URL has a webhook already, ${id}; for a new secret delete that one, and make it again`,
  );

/** Oldest first. */
export async function list({ prisma }: Database): Promise<Webhook[]> {
  return (await prisma.webhook.findMany({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })).map(toWebhook);
}

/** @throws StoreError `notFound` */
export const remove = (db: Database, id: string, by: Initiator = {}): Promise<void> =>
  db.transaction(async (tx) => {
    const row = (await tx.webhook.findUnique({ where: { id } })) ?? notFound();
    // Another request may delete it at the same time.
    if ((await tx.webhook.deleteMany({ where: { id } })).count === 0) notFound();
    await recordWithin(db, tx, { action: 'webhooks.remove', subject: row.url, by });
  });

function notFound(): never {
  throw new StoreError('notFound', 'no webhook has this id; GET /webhooks lists them');
}

const dateOrNull = (stamp: bigint | null) => (stamp === null ? null : dateOf(stamp));

const toWebhook = ({ id, url, createdAt, offAt, failingSince, reason }: Row): Webhook => ({
  ...{ id, url, createdAt: dateOf(createdAt) },
  state: offAt === null ? 'on' : 'off',
  ...{ offAt: dateOrNull(offAt), failingSince: dateOrNull(failingSince), reason },
});
