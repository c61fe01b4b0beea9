// SQL by hand: the most frequent write (docs/decisions/0006). The write thread loads this file when a store is opened.
import { compose, type Engine, oneStep, type Statement } from '@plant-store/engine';
import type { NewPlant } from '@plant-store/schema';
import { foldedOf } from '@plant-store/schema/fold';
import type { PlantValues } from '@plant-store/schema/without-zod';
import { plantColumns, valuesOf } from '../core/plant-columns.ts';
import type { AuditEvent, Initiator } from '../handle/audit-event.ts';

/** @public the write thread finds this unit by its name */
export const insertUnit = oneStep<{ plant: NewPlant; by: Initiator }, PlantValues>(
  import.meta.url,
  'insertUnit',
  ({ plant, by }, engine) => ({
    row: plant.id,
    statement: insertion[engine](plant, by),
    event: creationEvent(plant.id, by),
  }),
);

export const creationEvent = (id: bigint, by: Initiator): AuditEvent => ({
  action: 'plants.create',
  subject: String(id),
  by,
});

/** Stores a plant unless its id is taken. Its stamp is later than all stamps of earlier plants with the id. */
export const insertion: Record<Engine, (plant: NewPlant, by: Initiator) => Statement> = {
  // SQLite's clock counts milliseconds, and may be set back, so each stamp is at least one above the latest.
  sqlite: (plant, { actorId = null }) => compose`
    INSERT INTO "plants" (${plantColumns}, "folded", "actor_id", "added_at")
    VALUES (${valuesOf(plant)}, ${foldedOf(plant)}, ${actorId},
      max(CAST(unixepoch('subsec') * 1000 AS INTEGER) * 1000, coalesce((SELECT max("added_at") FROM "plants"), 0) + 1,
        coalesce((SELECT max("changed_at") FROM "plant_versions" WHERE "plant_id" = ${plant.id}), 0) + 1))
    ON CONFLICT DO NOTHING RETURNING ${plantColumns}`,
  // This does not read the latest stamp, as every write would then wait for the previous one.
  postgresql: (plant, { actorId = null }) => compose`
    INSERT INTO "plants" (${plantColumns}, "folded", "actor_id", "added_at")
    VALUES (${valuesOf(plant)}, ${foldedOf(plant)}, ${actorId}, greatest((extract(epoch FROM clock_timestamp()) * 1000000)::bigint,
      (SELECT max("changed_at") + 1 FROM "plant_versions" WHERE "plant_id" = ${plant.id})))
    ON CONFLICT DO NOTHING RETURNING ${plantColumns}`,
};
