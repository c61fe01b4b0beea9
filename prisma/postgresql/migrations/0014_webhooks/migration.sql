-- Receivers of new plants. An old version of the program does not know them, and delivers nothing.
CREATE TABLE "webhooks" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "url" TEXT NOT NULL,
  "secret" TEXT NOT NULL,
  "cursor" TEXT NOT NULL,
  "created_at" BIGINT NOT NULL,
  "off_at" BIGINT,
  "reason" TEXT,
  "failing_since" BIGINT,
  "holder" TEXT,
  "held_until" BIGINT
);

CREATE UNIQUE INDEX "webhooks_url_key" ON "webhooks" ("url");
