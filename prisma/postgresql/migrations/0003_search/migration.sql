-- What docs/decisions/0014 says about finding plants.

-- The words of name and tag as they are searched and sorted, made by the program (packages/schema, fold.ts), which fills
-- in what is empty when it starts. No plant's is. In the order of its bytes, as SQLite has it.
ALTER TABLE "plants" ADD COLUMN "folded" TEXT COLLATE "C" NOT NULL DEFAULT '';

CREATE INDEX "plants_folded_id_idx" ON "plants"("folded", "id");
CREATE INDEX "plants_tag_added_at_id_idx" ON "plants"("tag", "added_at", "id");

-- to_tsvector would have its own idea of what a word is.
CREATE INDEX "plants_words_idx" ON "plants" USING gin (
  array_to_tsvector(array_remove(string_to_array(translate("folded", E'\n', ' '), ' '), ''))
);
