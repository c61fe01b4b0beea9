-- What docs/decisions/0014 says about finding plants. Nothing here is newer than SQLite 3.40.

-- The words of name and tag as they are searched and sorted, made by the program (packages/schema, fold.ts), which fills
-- in what is empty when it starts. No plant's is.
ALTER TABLE "plants" ADD COLUMN "folded" TEXT NOT NULL DEFAULT '';

CREATE INDEX "plants_folded_id_idx" ON "plants"("folded", "id");
CREATE INDEX "plants_tag_added_at_id_idx" ON "plants"("tag", "added_at", "id");

-- Which plants, by their added_at, may have a word. It lags behind "plants": those added after "words_mark" are not in it
-- yet, and those in "words_due" have changed since they came in.
CREATE VIRTUAL TABLE "plant_words" USING fts5("folded", content='', detail=none, columnsize=0, prefix='1 2 3 4', tokenize='ascii');
-- Small pages, merged less often than usual: what one merge takes is waited for by everybody.
INSERT INTO "plant_words"("plant_words", "rank") VALUES ('pgsz', 1000);
INSERT INTO "plant_words"("plant_words", "rank") VALUES ('automerge', 8);

CREATE TABLE "words_mark" (
  "id" INTEGER NOT NULL PRIMARY KEY CHECK ("id" = 1),
  "added_at" BIGINT NOT NULL
);
INSERT INTO "words_mark" ("id", "added_at") VALUES (1, -9223372036854775808);

-- "folded" is what "plant_words" has under this added_at, as that can only be taken out by telling what it is.
CREATE TABLE "words_due" (
  "added_at" INTEGER NOT NULL PRIMARY KEY,
  "folded" TEXT
);

CREATE TRIGGER "plants_words_added" AFTER INSERT ON "plants"
WHEN NEW."added_at" <= (SELECT "added_at" FROM "words_mark")
BEGIN
  INSERT INTO "words_due" ("added_at", "folded") SELECT NEW."added_at", NULL
  WHERE NOT EXISTS (SELECT 1 FROM "words_due" WHERE "added_at" = NEW."added_at");
END;

CREATE TRIGGER "plants_words_changed" AFTER UPDATE OF "folded", "added_at" ON "plants"
WHEN NEW."folded" <> OLD."folded" OR NEW."added_at" <> OLD."added_at"
BEGIN
  INSERT INTO "words_due" ("added_at", "folded") SELECT OLD."added_at", OLD."folded"
  WHERE OLD."added_at" <= (SELECT "added_at" FROM "words_mark")
    AND NOT EXISTS (SELECT 1 FROM "words_due" WHERE "added_at" = OLD."added_at");
  INSERT INTO "words_due" ("added_at", "folded") SELECT NEW."added_at", NULL
  WHERE NEW."added_at" <= (SELECT "added_at" FROM "words_mark")
    AND NOT EXISTS (SELECT 1 FROM "words_due" WHERE "added_at" = NEW."added_at");
END;

CREATE TRIGGER "plants_words_deleted" AFTER DELETE ON "plants"
WHEN OLD."added_at" <= (SELECT "added_at" FROM "words_mark")
BEGIN
  INSERT INTO "words_due" ("added_at", "folded") SELECT OLD."added_at", OLD."folded"
  WHERE NOT EXISTS (SELECT 1 FROM "words_due" WHERE "added_at" = OLD."added_at");
END;
