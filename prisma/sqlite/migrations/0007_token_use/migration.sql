-- When and from where a token was used last, to the minute; and the value it had before it was rotated, while that works.
ALTER TABLE "tokens" ADD COLUMN "last_used_at" DATETIME;
ALTER TABLE "tokens" ADD COLUMN "last_used_from" TEXT;
ALTER TABLE "tokens" ADD COLUMN "previous_hash" TEXT;
ALTER TABLE "tokens" ADD COLUMN "previous_until" DATETIME;

CREATE UNIQUE INDEX "tokens_previous_hash_key" ON "tokens"("previous_hash");
