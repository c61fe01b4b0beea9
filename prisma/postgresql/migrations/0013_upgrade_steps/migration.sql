-- The steps of upgrades that the program does once, as SQL cannot: it gives the tags of plants one spelling.
CREATE TABLE "upgrade_steps" (
  "name" TEXT NOT NULL PRIMARY KEY,
  "done_at" BIGINT NOT NULL
);
