// SQL by hand: a store that is restored or promoted is no open store (docs/decisions/0006).
import { clocks, compose, type Engine, type Steps, sql } from '@plant-store/engine';

// A copy of a store must call nobody.

const promoted = 'the store moved to PostgreSQL';

/** A restored store goes back from no promotion, so those of one stay off. */
export function* switchOffRestored(engine: Engine): Steps<void> {
  yield compose`
    UPDATE "webhooks" SET "off_at" = (${clocks[engine]}), "reason" = ${'the store was restored from a backup'}
    WHERE "off_at" IS NULL OR "reason" = ${promoted}`;
}

/** Switches the webhooks of an SQLite store off before it is copied, and on again if it stays in use. */
export function* switchPromoted(isMoving: boolean): Steps<void> {
  yield isMoving
    ? compose`UPDATE "webhooks" SET "off_at" = (${clocks.sqlite}), "reason" = ${promoted} WHERE "off_at" IS NULL`
    : sql`UPDATE "webhooks" SET "off_at" = NULL, "reason" = NULL WHERE "reason" = ${promoted}`;
}
