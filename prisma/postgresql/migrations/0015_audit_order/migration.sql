-- Pending events have the order in which they were recorded, as a clock may be set back. The column takes the place of a random
-- UUID: a process of the version before, which may run beside this one, gives it no value and only compares it.
ALTER TABLE "audit_pending" DROP COLUMN "id", ADD COLUMN "id" BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY;

-- Those that are pending now keep the order of their times.
WITH "old" AS (DELETE FROM "audit_pending" RETURNING *)
INSERT INTO "audit_pending" ("at", "action", "actor_id", "subject", "request_id", "address")
SELECT "at", "action", "actor_id", "subject", "request_id", "address" FROM "old" ORDER BY "at";
