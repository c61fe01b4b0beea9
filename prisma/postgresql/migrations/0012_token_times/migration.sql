-- Times of tokens and sessions become microseconds since 1970, as all other times are. They were timestamps in UTC.
ALTER TABLE "tokens"
  ALTER COLUMN "created_at" TYPE BIGINT USING (extract(epoch FROM "created_at") * 1000000)::bigint,
  ALTER COLUMN "expires_at" TYPE BIGINT USING (extract(epoch FROM "expires_at") * 1000000)::bigint,
  ALTER COLUMN "revoked_at" TYPE BIGINT USING (extract(epoch FROM "revoked_at") * 1000000)::bigint,
  ALTER COLUMN "last_used_at" TYPE BIGINT USING (extract(epoch FROM "last_used_at") * 1000000)::bigint,
  ALTER COLUMN "previous_until" TYPE BIGINT USING (extract(epoch FROM "previous_until") * 1000000)::bigint;
ALTER TABLE "sessions"
  ALTER COLUMN "created_at" TYPE BIGINT USING (extract(epoch FROM "created_at") * 1000000)::bigint,
  ALTER COLUMN "expires_at" TYPE BIGINT USING (extract(epoch FROM "expires_at") * 1000000)::bigint;
