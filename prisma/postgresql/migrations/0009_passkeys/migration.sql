-- What a person signs in with instead of a password, where they have added one: the public half of a key pair.
CREATE TABLE "passkeys" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "person_id" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "origin" TEXT NOT NULL,
  "credential_id" TEXT NOT NULL,
  "public_key" TEXT NOT NULL,
  "counter" BIGINT NOT NULL,
  "transports" TEXT NOT NULL,
  "backup" TEXT NOT NULL,
  "created_at" BIGINT NOT NULL,
  "used_at" BIGINT,
  CONSTRAINT "passkeys_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "people" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys"("credential_id");
CREATE INDEX "passkeys_person_id_idx" ON "passkeys"("person_id");

-- Challenges that a passkey has answered, until they are too old to be answered again.
CREATE TABLE "used_challenges" (
  "challenge" TEXT NOT NULL PRIMARY KEY,
  "expires_at" BIGINT NOT NULL
);

CREATE INDEX "used_challenges_expires_at_idx" ON "used_challenges"("expires_at");
