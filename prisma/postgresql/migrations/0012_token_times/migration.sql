-- Times of tokens and sessions become microseconds since 1970, as all other times are, in columns of their own. A process of
-- the version before goes on with the timestamps, in UTC, beside processes of this one: triggers keep both the same. A later
-- version takes the timestamps and the triggers away.
ALTER TABLE "tokens"
  ADD COLUMN "created_us" BIGINT,
  ADD COLUMN "expires_us" BIGINT,
  ADD COLUMN "revoked_us" BIGINT,
  ADD COLUMN "last_used_us" BIGINT,
  ADD COLUMN "previous_until_us" BIGINT;
UPDATE "tokens" SET
  "created_us" = (extract(epoch FROM "created_at") * 1000000)::bigint,
  "expires_us" = (extract(epoch FROM "expires_at") * 1000000)::bigint,
  "revoked_us" = (extract(epoch FROM "revoked_at") * 1000000)::bigint,
  "last_used_us" = (extract(epoch FROM "last_used_at") * 1000000)::bigint,
  "previous_until_us" = (extract(epoch FROM "previous_until") * 1000000)::bigint;
ALTER TABLE "tokens" ALTER COLUMN "created_us" SET NOT NULL;
ALTER TABLE "sessions"
  ADD COLUMN "created_us" BIGINT,
  ADD COLUMN "expires_us" BIGINT;
UPDATE "sessions" SET
  "created_us" = (extract(epoch FROM "created_at") * 1000000)::bigint,
  "expires_us" = (extract(epoch FROM "expires_at") * 1000000)::bigint;
ALTER TABLE "sessions"
  ALTER COLUMN "created_us" SET NOT NULL,
  ALTER COLUMN "expires_us" SET NOT NULL;

CREATE FUNCTION "tokens_times"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_old BOOLEAN := TG_OP = 'INSERT' AND NEW."created_us" IS NULL;
BEGIN
  IF is_old OR (TG_OP = 'UPDATE' AND NEW."created_at" IS DISTINCT FROM OLD."created_at") THEN
    NEW."created_us" := (extract(epoch FROM NEW."created_at") * 1000000)::bigint;
  ELSE
    NEW."created_at" := to_timestamp(NEW."created_us" / 1000000.0) AT TIME ZONE 'UTC';
  END IF;
  IF is_old OR (TG_OP = 'UPDATE' AND NEW."expires_at" IS DISTINCT FROM OLD."expires_at") THEN
    NEW."expires_us" := (extract(epoch FROM NEW."expires_at") * 1000000)::bigint;
  ELSE
    NEW."expires_at" := to_timestamp(NEW."expires_us" / 1000000.0) AT TIME ZONE 'UTC';
  END IF;
  IF is_old OR (TG_OP = 'UPDATE' AND NEW."revoked_at" IS DISTINCT FROM OLD."revoked_at") THEN
    NEW."revoked_us" := (extract(epoch FROM NEW."revoked_at") * 1000000)::bigint;
  ELSE
    NEW."revoked_at" := to_timestamp(NEW."revoked_us" / 1000000.0) AT TIME ZONE 'UTC';
  END IF;
  IF is_old OR (TG_OP = 'UPDATE' AND NEW."last_used_at" IS DISTINCT FROM OLD."last_used_at") THEN
    NEW."last_used_us" := (extract(epoch FROM NEW."last_used_at") * 1000000)::bigint;
  ELSE
    NEW."last_used_at" := to_timestamp(NEW."last_used_us" / 1000000.0) AT TIME ZONE 'UTC';
  END IF;
  IF is_old OR (TG_OP = 'UPDATE' AND NEW."previous_until" IS DISTINCT FROM OLD."previous_until") THEN
    NEW."previous_until_us" := (extract(epoch FROM NEW."previous_until") * 1000000)::bigint;
  ELSE
    NEW."previous_until" := to_timestamp(NEW."previous_until_us" / 1000000.0) AT TIME ZONE 'UTC';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER "tokens_times" BEFORE INSERT OR UPDATE ON "tokens"
FOR EACH ROW EXECUTE FUNCTION "tokens_times"();

CREATE FUNCTION "sessions_times"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_old BOOLEAN := TG_OP = 'INSERT' AND NEW."created_us" IS NULL;
BEGIN
  IF is_old OR (TG_OP = 'UPDATE' AND NEW."created_at" IS DISTINCT FROM OLD."created_at") THEN
    NEW."created_us" := (extract(epoch FROM NEW."created_at") * 1000000)::bigint;
  ELSE
    NEW."created_at" := to_timestamp(NEW."created_us" / 1000000.0) AT TIME ZONE 'UTC';
  END IF;
  IF is_old OR (TG_OP = 'UPDATE' AND NEW."expires_at" IS DISTINCT FROM OLD."expires_at") THEN
    NEW."expires_us" := (extract(epoch FROM NEW."expires_at") * 1000000)::bigint;
  ELSE
    NEW."expires_at" := to_timestamp(NEW."expires_us" / 1000000.0) AT TIME ZONE 'UTC';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER "sessions_times" BEFORE INSERT OR UPDATE ON "sessions"
FOR EACH ROW EXECUTE FUNCTION "sessions_times"();
