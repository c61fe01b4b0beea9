-- INTEGER PRIMARY KEY, not BIGINT: only that is the rowid itself and needs no second index.
CREATE TABLE "plants" (
  "id" INTEGER NOT NULL PRIMARY KEY,
  "name" TEXT NOT NULL,
  "tag" TEXT,
  "added_at" BIGINT NOT NULL
);

CREATE INDEX "plants_added_at_id_idx" ON "plants"("added_at", "id");

CREATE TABLE "tokens" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "name" TEXT NOT NULL,
  "hash" TEXT NOT NULL,
  "scope" TEXT NOT NULL,
  "created_at" DATETIME NOT NULL,
  "expires_at" DATETIME,
  "revoked_at" DATETIME
);

CREATE UNIQUE INDEX "tokens_hash_key" ON "tokens"("hash");

-- A name leads to one token at most among those in use; a revoked token's name is free again.
CREATE UNIQUE INDEX "tokens_name_in_use_key" ON "tokens"("name") WHERE "revoked_at" IS NULL;

CREATE TABLE "sessions" (
  "hash" TEXT NOT NULL PRIMARY KEY,
  "token_id" TEXT NOT NULL,
  "created_at" DATETIME NOT NULL,
  "expires_at" DATETIME NOT NULL,
  CONSTRAINT "sessions_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "tokens" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "sessions_token_id_idx" ON "sessions"("token_id");
