-- What callers have used of their quotas in the present windows, added up over all processes. It holds for a minute or
-- so: it need not survive a crash, is not logged, and no model describes it. SQLite has one process, which counts alone.
CREATE UNLOGGED TABLE "rate_counts" (
  "id" TEXT NOT NULL,
  -- In milliseconds since 1970, by the clock of the process.
  "ends_at" BIGINT NOT NULL,
  "used" BIGINT NOT NULL,
  PRIMARY KEY ("id", "ends_at")
);
