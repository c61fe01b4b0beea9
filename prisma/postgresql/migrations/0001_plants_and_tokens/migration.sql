CREATE TABLE "plants" (
  "id" BIGINT NOT NULL,
  "name" TEXT NOT NULL,
  "tag" TEXT,
  "added_at" BIGINT NOT NULL,
  CONSTRAINT "plants_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "plants_added_at_id_idx" ON "plants"("added_at", "id");

CREATE TABLE "tokens" (
  "id" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "hash" TEXT NOT NULL,
  "scope" TEXT NOT NULL,
  "created_at" TIMESTAMP(3) NOT NULL,
  "expires_at" TIMESTAMP(3),
  "revoked_at" TIMESTAMP(3),
  CONSTRAINT "tokens_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "tokens_hash_key" ON "tokens"("hash");

-- A name leads to one token at most among those in use; a revoked token's name is free again.
CREATE UNIQUE INDEX "tokens_name_in_use_key" ON "tokens"("name") WHERE "revoked_at" IS NULL;

CREATE TABLE "sessions" (
  "hash" TEXT NOT NULL,
  "token_id" TEXT NOT NULL,
  "created_at" TIMESTAMP(3) NOT NULL,
  "expires_at" TIMESTAMP(3) NOT NULL,
  CONSTRAINT "sessions_pkey" PRIMARY KEY ("hash"),
  CONSTRAINT "sessions_token_id_fkey" FOREIGN KEY ("token_id") REFERENCES "tokens" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "sessions_token_id_idx" ON "sessions"("token_id");
