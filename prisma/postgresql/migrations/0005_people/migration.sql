-- Whoever may sign in. Nobody is ever deleted, as what they did goes on being told under their name.
CREATE TABLE "people" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "name" TEXT NOT NULL,
  "email" TEXT NOT NULL,
  "user_name" TEXT,
  "role" TEXT NOT NULL,
  "actor_id" BIGINT NOT NULL,
  "created_at" BIGINT NOT NULL,
  "updated_at" BIGINT NOT NULL,
  "signed_in_at" BIGINT,
  "deactivated_at" BIGINT
);

CREATE UNIQUE INDEX "people_email_key" ON "people"("email");
CREATE UNIQUE INDEX "people_user_name_key" ON "people"("user_name");

-- How a person shows who they are: by a password, kept as its scrypt hash.
CREATE TABLE "credentials" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "person_id" TEXT NOT NULL,
  "provider" TEXT NOT NULL,
  "account_id" TEXT NOT NULL,
  "password" TEXT,
  "created_at" BIGINT NOT NULL,
  "updated_at" BIGINT NOT NULL,
  CONSTRAINT "credentials_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "credentials_person_id_idx" ON "credentials"("person_id");

-- Where a person is signed in. What the browser holds is kept as its SHA-256.
CREATE TABLE "person_sessions" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "hash" TEXT NOT NULL,
  "person_id" TEXT NOT NULL,
  "address" TEXT,
  "agent" TEXT,
  "created_at" BIGINT NOT NULL,
  "updated_at" BIGINT NOT NULL,
  "expires_at" BIGINT NOT NULL,
  CONSTRAINT "person_sessions_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "person_sessions_hash_key" ON "person_sessions"("hash");
CREATE INDEX "person_sessions_person_id_idx" ON "person_sessions"("person_id");
CREATE INDEX "person_sessions_expires_at_idx" ON "person_sessions"("expires_at");

-- Links by which somebody may make an account, or choose a new password for the one they have, each once.
CREATE TABLE "invitations" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "hash" TEXT NOT NULL,
  "role" TEXT NOT NULL,
  "note" TEXT NOT NULL,
  "person_id" TEXT,
  "actor_id" BIGINT NOT NULL,
  "created_at" BIGINT NOT NULL,
  "expires_at" BIGINT NOT NULL
);

CREATE UNIQUE INDEX "invitations_hash_key" ON "invitations"("hash");

-- What all processes on a store must share and nobody else may know, each under its name.
CREATE TABLE "secrets" (
  "name" TEXT NOT NULL PRIMARY KEY,
  "value" TEXT NOT NULL
);
