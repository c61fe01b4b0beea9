-- What was written and what bore on who may do what, each line chained to the one before.
CREATE TABLE "audit_entries" (
  "number" BIGINT NOT NULL PRIMARY KEY,
  "at" BIGINT NOT NULL,
  "action" TEXT NOT NULL,
  "actor_id" BIGINT,
  "subject" TEXT,
  "request_id" TEXT,
  "address" TEXT,
  "hash" TEXT NOT NULL
);

-- The last line, so that it is missed where it is removed.
CREATE TABLE "audit_head" (
  "id" BIGINT NOT NULL PRIMARY KEY,
  "number" BIGINT NOT NULL,
  "hash" TEXT NOT NULL
);

-- Lines that are not in the chain yet: each is written with what it tells of, and all would wait for each other if each
-- were given its place at once.
CREATE TABLE "audit_pending" (
  "id" UUID NOT NULL DEFAULT gen_random_uuid() PRIMARY KEY,
  "at" BIGINT NOT NULL,
  "action" TEXT NOT NULL,
  "actor_id" BIGINT,
  "subject" TEXT,
  "request_id" TEXT,
  "address" TEXT
);

-- Against mistakes; who means harm can take these away, and is found out by the chain.
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is only added to';
END
$$;

CREATE TRIGGER "audit_entries_are_not_changed" BEFORE UPDATE OR DELETE ON "audit_entries"
FOR EACH ROW EXECUTE FUNCTION "refuse_audit_change"();

CREATE TRIGGER "audit_entries_are_not_emptied" BEFORE TRUNCATE ON "audit_entries"
FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();
