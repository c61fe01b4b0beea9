-- An undo keeps the plants that it left alone, and the single additions that it undid.
ALTER TABLE "receipts" ADD COLUMN "added_first" BIGINT;
ALTER TABLE "receipts" ADD COLUMN "added_last" BIGINT;
ALTER TABLE "receipts" ADD COLUMN "left_alone" TEXT;

CREATE INDEX "receipts_added_first_idx" ON "receipts"("added_first") WHERE "added_first" IS NOT NULL;
