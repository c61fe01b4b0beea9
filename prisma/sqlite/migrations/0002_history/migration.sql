-- A plant's row is its present version. All four are null in one that has not changed since it was added by itself.
-- No foreign keys: a look at another table for each of a million imported rows would guard against nothing that can happen,
-- as actors and receipts that plants refer to are never deleted.
ALTER TABLE "plants" ADD COLUMN "changed_at" BIGINT;
ALTER TABLE "plants" ADD COLUMN "change" BIGINT;
ALTER TABLE "plants" ADD COLUMN "actor_id" BIGINT;
ALTER TABLE "plants" ADD COLUMN "receipt_id" BIGINT;
ALTER TABLE "plants" ADD COLUMN "line" BIGINT;

CREATE INDEX "plants_receipt_id_id_idx" ON "plants"("receipt_id", "id") WHERE "receipt_id" IS NOT NULL;

CREATE TABLE "plant_versions" (
  "plant_id" BIGINT NOT NULL,
  "changed_at" BIGINT NOT NULL,
  "change" BIGINT NOT NULL,
  "actor_id" BIGINT,
  "receipt_id" BIGINT,
  "line" BIGINT,
  "name" TEXT NOT NULL,
  "tag" TEXT,
  "added_at" BIGINT NOT NULL,
  "purged_at" BIGINT,
  PRIMARY KEY ("plant_id", "changed_at")
) WITHOUT ROWID;

CREATE INDEX "plant_versions_receipt_id_plant_id_idx" ON "plant_versions"("receipt_id", "plant_id") WHERE "receipt_id" IS NOT NULL;
CREATE INDEX "plant_versions_purged_at_plant_id_idx" ON "plant_versions"("purged_at", "plant_id") WHERE "purged_at" IS NOT NULL;

CREATE TABLE "actors" (
  "id" INTEGER NOT NULL PRIMARY KEY,
  "kind" TEXT NOT NULL,
  "name" TEXT NOT NULL
);

ALTER TABLE "tokens" ADD COLUMN "actor_id" BIGINT NOT NULL DEFAULT 0;
UPDATE "tokens" SET "actor_id" = "numbered"."n" FROM (
  SELECT "id", row_number() OVER (ORDER BY "created_at", "id") AS "n" FROM "tokens"
) AS "numbered" WHERE "numbered"."id" = "tokens"."id";
INSERT INTO "actors" ("id", "kind", "name") SELECT "actor_id", 'token', "name" FROM "tokens";

CREATE TABLE "receipts" (
  "id" INTEGER NOT NULL PRIMARY KEY,
  "kind" TEXT NOT NULL,
  "actor_id" BIGINT,
  "file" TEXT,
  "rows" BIGINT NOT NULL,
  "created" BIGINT NOT NULL,
  "updated" BIGINT NOT NULL,
  "deleted" BIGINT NOT NULL,
  "skipped" BIGINT NOT NULL,
  "failed" BIGINT NOT NULL,
  "undoes" BIGINT,
  "undone_by" BIGINT
);

CREATE TABLE "idempotency_keys" (
  "actor_id" BIGINT NOT NULL,
  "key" TEXT NOT NULL,
  "hash" TEXT NOT NULL,
  "answer" TEXT,
  "stored_at" BIGINT NOT NULL,
  PRIMARY KEY ("actor_id", "key")
) WITHOUT ROWID;

CREATE INDEX "idempotency_keys_stored_at_idx" ON "idempotency_keys"("stored_at");
