-- Files that were sent to be imported, kept for a while so that they can be given back with notes.
CREATE TABLE "imports" (
  "id" BIGINT NOT NULL PRIMARY KEY,
  "options" TEXT NOT NULL,
  "file" TEXT
);

CREATE TABLE "import_pieces" (
  "import_id" BIGINT NOT NULL,
  "kind" TEXT NOT NULL,
  "number" BIGINT NOT NULL,
  "bytes" BYTEA NOT NULL,
  PRIMARY KEY ("import_id", "kind", "number")
);
