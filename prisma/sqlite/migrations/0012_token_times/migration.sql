-- Times of tokens and sessions become microseconds since 1970, as all other times are. They were texts of ISO 8601.
CREATE TABLE "new_tokens" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "name" TEXT NOT NULL,
  "hash" TEXT NOT NULL,
  "scope" TEXT NOT NULL,
  "created_us" BIGINT NOT NULL,
  "expires_us" BIGINT,
  "revoked_us" BIGINT,
  "actor_id" BIGINT NOT NULL,
  "last_used_us" BIGINT,
  "last_used_from" TEXT,
  "previous_hash" TEXT,
  "previous_until_us" BIGINT
);
INSERT INTO "new_tokens" (
  "id", "name", "hash", "scope", "created_us", "expires_us", "revoked_us", "actor_id", "last_used_us", "last_used_from",
  "previous_hash", "previous_until_us")
SELECT "id", "name", "hash", "scope",
  CAST(round(unixepoch("created_at", 'subsec') * 1000) AS INTEGER) * 1000,
  CAST(round(unixepoch("expires_at", 'subsec') * 1000) AS INTEGER) * 1000,
  CAST(round(unixepoch("revoked_at", 'subsec') * 1000) AS INTEGER) * 1000,
  "actor_id",
  CAST(round(unixepoch("last_used_at", 'subsec') * 1000) AS INTEGER) * 1000,
  "last_used_from", "previous_hash",
  CAST(round(unixepoch("previous_until", 'subsec') * 1000) AS INTEGER) * 1000
FROM "tokens";
DROP TABLE "tokens";
ALTER TABLE "new_tokens" RENAME TO "tokens";
CREATE UNIQUE INDEX "tokens_hash_key" ON "tokens"("hash");
CREATE UNIQUE INDEX "tokens_previous_hash_key" ON "tokens"("previous_hash");
-- A name leads to one token at most among those in use; a revoked token's name is free again.
CREATE UNIQUE INDEX "tokens_name_in_use_key" ON "tokens"("name") WHERE "revoked_us" IS NULL;

CREATE TABLE "new_sessions" (
  "hash" TEXT NOT NULL PRIMARY KEY,
  "token_id" TEXT NOT NULL,
  "created_us" BIGINT NOT NULL,
  "expires_us" BIGINT NOT NULL,
  CONSTRAINT "sessions_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "tokens" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_sessions" ("hash", "token_id", "created_us", "expires_us")
SELECT "hash", "token_id",
  CAST(round(unixepoch("created_at", 'subsec') * 1000) AS INTEGER) * 1000,
  CAST(round(unixepoch("expires_at", 'subsec') * 1000) AS INTEGER) * 1000
FROM "sessions";
DROP TABLE "sessions";
ALTER TABLE "new_sessions" RENAME TO "sessions";
CREATE INDEX "sessions_token_id_idx" ON "sessions"("token_id");
