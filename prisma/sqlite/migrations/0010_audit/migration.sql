-- What was written and what bore on who may do what, each line chained to the one before.
CREATE TABLE "audit_entries" (
  "number" INTEGER NOT NULL PRIMARY KEY,
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
  "id" INTEGER NOT NULL PRIMARY KEY,
  "number" BIGINT NOT NULL,
  "hash" TEXT NOT NULL
);

-- Against mistakes; who means harm can take these away, and is found out by the chain.
CREATE TRIGGER "audit_entries_are_not_changed" BEFORE UPDATE ON "audit_entries"
BEGIN
  SELECT RAISE(ABORT, 'the audit log is only added to');
END;

CREATE TRIGGER "audit_entries_are_not_removed" BEFORE DELETE ON "audit_entries"
BEGIN
  SELECT RAISE(ABORT, 'the audit log is only added to');
END;
